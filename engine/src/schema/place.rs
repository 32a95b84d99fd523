//! Places in a schema: decides how they are named (D14, D87).

use super::table::SchemaNode;
use crate::json::node::NONE;
use crate::json::path::{ROOT, push_key};
use crate::json::tree::Tree;

/// The path of the schema object `node`.
pub(crate) fn node_path(tree: &Tree<'_>, nodes: &[SchemaNode], node: u32) -> String {
    let mut steps = Vec::new();
    let mut at = node;
    while let Some(found) = nodes.get(at as usize) {
        if found.parent == NONE {
            break;
        }
        steps.push(found.step);
        at = found.parent;
    }
    let mut path = String::from(ROOT);
    for &step in steps.iter().rev() {
        push_step(tree, &mut path, step);
    }
    path
}

/// Appends the way into a property's schema, or into `items`.
pub(crate) fn push_step(tree: &Tree<'_>, path: &mut String, step: u32) {
    if step == NONE {
        path.push_str(".items");
    } else {
        path.push_str(".properties");
        push_key(path, &tree.spans().decoded(tree.node(step)));
    }
}

/// The path of the keyword whose key stands at `key` in schema object `node`.
pub(crate) fn keyword_path(tree: &Tree<'_>, nodes: &[SchemaNode], node: u32, key: u32) -> String {
    let mut path = node_path(tree, nodes, node);
    push_key(&mut path, &tree.spans().decoded(tree.node(key)));
    path
}
