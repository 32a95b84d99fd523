//! The published schemas of `reports/schema`, for the tests of whatever writes
//! a file that one of them describes.
//!
//! Must never pass because a schema allows anything: what fits is asked again
//! with a member too many and without its footer, and then must not fit.

use jsonschema::Validator;
use serde_json::Value;

/// The schema in the file `NAME.schema.json`.
pub(crate) fn validator(name: &str) -> Validator {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../reports/schema");
    let schema = std::fs::read_to_string(format!("{folder}/{name}.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap()
}

/// Fails unless `text` is as the schema in `NAME.schema.json` describes.
pub(crate) fn assert_fits(name: &str, text: &str) {
    let validator = validator(name);
    let value: Value = serde_json::from_str(text).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new(), "{text}");

    let mut more = value.clone();
    more["more"] = 1.into();
    assert!(!validator.is_valid(&more), "{name}: a member too many");
    let mut cut = value;
    if cut.as_object_mut().unwrap().remove("footer").is_some() {
        assert!(!validator.is_valid(&cut), "{name}: no footer");
    }
}
