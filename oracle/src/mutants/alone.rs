//! M84 and M85: two ways to fail on large input that the reference shares, so
//! that they stand alone: recursion over brackets, and every pair of items.
//!
//! Both are judged by I27, in steps: a process that dies, or takes more steps
//! than a linear budget allows, has not answered. Nothing here measures a
//! clock, so that a busy machine changes nothing.

use std::hint::black_box;
use std::io;

/// I27 in steps: so many for each byte, and some to begin with.
pub(super) fn budget(body: &[u8]) -> u64 {
    64 * body.len() as u64 + 4_096
}

/// The stack of a thread that serves a request.
const STACK: usize = 1 << 20;

/// Descends into every bracket on a stack as servers have it.
pub(super) fn steps_of_recursion(body: Vec<u8>) -> io::Result<u64> {
    let served = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || descend(&body, 0))?;
    served
        .join()
        .map_err(|_| io::Error::other("the thread panicked"))
}

fn descend(body: &[u8], at: usize) -> u64 {
    match body.get(at) {
        None => 1,
        // Not the last thing done, so that it stays a recursion.
        Some(b'[') => black_box(descend(body, at + 1)) + 1,
        Some(_) => {
            let next = body[at..].iter().position(|&byte| byte == b'[');
            next.map_or(1, |skipped| black_box(descend(body, at + skipped)) + 1)
        }
    }
}

/// Compares every pair of the items between the first brackets, until the
/// budget is used up: more would only take time.
pub(super) fn steps_of_all_pairs(body: &[u8], budget: u64) -> u64 {
    let open = body
        .iter()
        .position(|&byte| byte == b'[')
        .map_or(0, |at| at + 1);
    let length = body[open..]
        .iter()
        .position(|&byte| byte == b']')
        .unwrap_or(0);
    let items: Vec<&[u8]> = body[open..open + length]
        .split(|&byte| byte == b',')
        .collect();
    let mut steps = 0;
    for (i, item) in items.iter().enumerate() {
        for other in &items[..i] {
            steps += 1;
            if item == other || steps > budget {
                return steps;
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::super::process::input;
    use super::*;

    #[test]
    fn all_pairs_of_many_items_leave_the_budget_and_of_few_do_not() {
        let many = input("M85").unwrap().body;
        assert!(many.len() <= 262_144);
        assert!(steps_of_all_pairs(&many, budget(&many)) > budget(&many));
        let few = br#"{"arguments":{"x":[1,2,3]}}"#;
        assert_eq!(steps_of_all_pairs(few, budget(few)), 3);
    }

    #[test]
    fn a_shallow_body_is_descended_into_in_few_steps() {
        let body = br#"{"arguments_text":"[[[","schema":{}}"#;
        assert!(steps_of_recursion(body.to_vec()).unwrap() <= budget(body));
        assert!(input("M84").unwrap().body.len() <= 262_144);
    }
}
