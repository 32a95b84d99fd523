//! ECMA-262 `u` patterns.
