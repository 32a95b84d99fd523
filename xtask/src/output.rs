//! Standard output: decides that a reader who has seen enough (`| head`) is no
//! fault. The run goes on, so that reports and the exit code stay what they are.

use std::fmt::Arguments;
use std::io::Write as _;

/// Writes to standard output, and lets a closed one be.
pub(crate) fn write(text: Arguments<'_>) {
    // There is nobody left to be told.
    let _ = std::io::stdout().write_fmt(text);
}

/// The standard library's `print!`, without its panic on a closed pipe.
macro_rules! print {
    ($($text:tt)*) => { $crate::output::write(format_args!($($text)*)) };
}

/// The standard library's `println!`, without its panic on a closed pipe.
macro_rules! println {
    ($($text:tt)*) => {
        $crate::output::write(format_args!("{}\n", format_args!($($text)*)))
    };
}
