//! The method (preflight, 2.2): decides whether an API client can send it.

use super::code::Code;
use super::entry::Findings;

const PATH: &str = "$.request.method";

const COMMON: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Checks the method, and returns it in upper case if it is a token at all.
pub(super) fn check(method: &str, findings: &mut Findings) -> Option<String> {
    if !is_token(method) {
        findings.error(PATH, Code::MethodInvalid);
        return None;
    }
    let upper = method.to_ascii_uppercase();
    if upper != method {
        findings.warning(PATH, Code::MethodNotUppercase);
    }
    if matches!(&*upper, "CONNECT" | "TRACE") {
        findings.error(PATH, Code::MethodNotSupported);
    } else if !COMMON.contains(&&*upper) {
        findings.warning(PATH, Code::MethodUncommon);
    }
    Some(upper)
}

/// A body on this method has no defined semantics (RFC 9110, 9.3.1, 9.3.2 and
/// 9.3.5).
pub(super) fn ignores_body(upper: &str) -> bool {
    matches!(upper, "GET" | "HEAD" | "DELETE")
}

/// Is `text` a token (RFC 9110, 5.6.2)?
pub(super) fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(method: &str) -> Vec<&'static str> {
        let mut findings = Findings::default();
        check(method, &mut findings);
        let all = findings.errors.iter().chain(&findings.warnings);
        all.map(|entry| entry.code.as_str()).collect()
    }

    #[test]
    fn each_method_gets_its_codes() {
        for (method, wanted) in [
            ("GET", &[][..]),
            ("OPTIONS", &[]),
            ("get", &["method_not_uppercase"]),
            ("", &["method_invalid"]),
            ("GE T", &["method_invalid"]),
            ("GÉT", &["method_invalid"]),
            ("GET\n", &["method_invalid"]),
            ("TRACE", &["method_not_supported"]),
            ("connect", &["method_not_supported", "method_not_uppercase"]),
            ("TRACES", &["method_uncommon"]),
            ("purge", &["method_not_uppercase", "method_uncommon"]),
            ("!#$%&'*+-.^_`|~09", &["method_uncommon"]),
        ] {
            assert_eq!(codes(method), wanted, "{method}");
        }
    }
}
