//! json-candidate-list: its second implementation, its laws, its judges and its
//! mutants.

pub mod leaves;
pub mod reference;
