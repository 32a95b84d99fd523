//! The URL (preflight, 2.3): decides whether it is an absolute http(s) URL
//! that every client reads alike. Nothing is trimmed, the first error stops;
//! warnings that were found before it stay.

use super::code::Code;
use super::entry::Findings;
use super::host;

const PATH: &str = "$.request.url";

/// The length in bytes that RFC 9110, 4.1, asks everybody to support.
const LONGEST: usize = 8_000;

/// Checks the URL.
pub(super) fn check(url: &str, findings: &mut Findings) {
    if let Err(code) = judge(url, findings) {
        findings.error(PATH, code);
    }
}

fn judge(url: &str, findings: &mut Findings) -> Result<(), Code> {
    let invisible = |byte: u8| byte <= b' ' || byte == 0x7f || byte == b'\\';
    if url.bytes().any(invisible) {
        return Err(Code::UrlInvalidCharacter);
    }
    let (scheme, rest) = url.split_once(':').ok_or(Code::UrlNotAbsolute)?;
    if !is_scheme(scheme) {
        return Err(Code::UrlNotAbsolute);
    }
    if !["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
    {
        return Err(Code::UrlSchemeNotAllowed);
    }
    let rest = rest.strip_prefix("//").ok_or(Code::UrlNotAbsolute)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
    check_authority(authority, findings)?;
    warn(url, rest, findings);
    Ok(())
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
}

fn check_authority(authority: &str, findings: &mut Findings) -> Result<(), Code> {
    if authority.is_empty() {
        return Err(Code::UrlMissingHost);
    }
    let authority = match authority.rsplit_once('@') {
        Some((_, rest)) => {
            findings.warning(PATH, Code::UrlUserinfo);
            rest
        }
        None => authority,
    };
    let host = host::check(authority)?;
    if host.is_idn {
        findings.warning(PATH, Code::UrlIdnUnchecked);
    }
    check_port(host.port)
}

/// An empty port is the scheme's own.
fn check_port(port: &str) -> Result<(), Code> {
    let digits = (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits && port.parse::<u16>().is_ok();
    if port.is_empty() || fits {
        Ok(())
    } else {
        Err(Code::UrlInvalidPort)
    }
}

/// Warns about `rest`, the URL behind its authority, and about the length.
fn warn(url: &str, rest: &str, findings: &mut Findings) {
    for (holds, code) in [
        (!rest.is_ascii(), Code::UrlNonAscii),
        (
            rest.contains(['"', '<', '>', '^', '`', '{', '|', '}']),
            Code::UrlUnencodedCharacter,
        ),
        (has_bad_percent(rest), Code::UrlBadPercentEncoding),
        (rest.contains('#'), Code::UrlFragment),
        (url.len() > LONGEST, Code::UrlTooLong),
    ] {
        if holds {
            findings.warning(PATH, code);
        }
    }
}

/// Does a `%` stand there without two hexadecimal digits behind it?
fn has_bad_percent(text: &str) -> bool {
    let mut pieces = text.as_bytes().split(|&byte| byte == b'%');
    pieces.next();
    pieces.any(|piece| hex_pair(piece).is_none())
}

/// The byte that two hexadecimal digits at the start of `text` spell.
fn hex_pair(text: &[u8]) -> Option<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let (high, low) = (text.first().and_then(digit)?, text.get(1).and_then(digit)?);
    u8::try_from(high * 16 + low).ok()
}

/// The names in the URL's own query, decoded: `+` is a space, `%` and two
/// digits are a byte.
pub(super) fn query_names(url: &str) -> impl Iterator<Item = Vec<u8>> {
    let before_fragment = url.split('#').next().unwrap_or_default();
    let query = before_fragment
        .split_once('?')
        .map_or("", |(_, query)| query);
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| decode(pair.split('=').next().unwrap_or_default().as_bytes()))
}

fn decode(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match (byte, hex_pair(behind)) {
            (b'%', Some(decoded)) => {
                out.push(decoded);
                rest = behind.get(2..).unwrap_or_default();
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(byte),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error, if there is one, and then the warnings.
    fn codes(url: &str) -> Vec<&'static str> {
        let mut findings = Findings::default();
        check(url, &mut findings);
        let all = findings.errors.iter().chain(&findings.warnings);
        all.map(|entry| entry.code.as_str().trim_start_matches("url_"))
            .collect()
    }

    #[test]
    fn a_url_is_absolute_with_a_scheme_of_http_and_an_authority() {
        for (url, wanted) in [
            ("https://x", &[][..]),
            ("HTTP://x/", &[]),
            ("https://x y", &["invalid_character"]),
            (" https://x", &["invalid_character"]),
            ("https://x/\t", &["invalid_character"]),
            ("https://x\\y", &["invalid_character"]),
            ("https://x/\u{7f}", &["invalid_character"]),
            ("https://x/\u{80}", &["non_ascii"]),
            ("", &["not_absolute"]),
            ("/path", &["not_absolute"]),
            ("//x/y", &["not_absolute"]),
            ("1http://x", &["not_absolute"]),
            ("://x", &["not_absolute"]),
            ("x_y:z", &["not_absolute"]),
            ("https:/x", &["not_absolute"]),
            ("https:x", &["not_absolute"]),
            ("ftp://x", &["scheme_not_allowed"]),
            ("a+b.c-d:x", &["scheme_not_allowed"]),
            ("httpss:x", &["scheme_not_allowed"]),
            ("https://", &["missing_host"]),
            ("https:///x", &["missing_host"]),
            ("https://?x", &["missing_host"]),
            ("https://#x", &["missing_host"]),
            ("https://:80/", &["missing_host"]),
        ] {
            assert_eq!(codes(url), wanted, "{url}");
        }
    }

    #[test]
    fn a_warning_that_was_found_stays_when_a_later_step_errs() {
        for (url, wanted) in [
            ("https://u@x/", &["userinfo"][..]),
            ("https://u:p@v@x/", &["userinfo"]),
            ("https://x/@", &[]),
            ("https://@/", &["missing_host", "userinfo"]),
            ("https://u@x:y/", &["invalid_port", "userinfo"]),
            (
                "https://u@b\u{fc}:y/",
                &["invalid_port", "userinfo", "idn_unchecked"],
            ),
            ("https://u@a..b#f", &["invalid_host", "userinfo"]),
        ] {
            assert_eq!(codes(url), wanted, "{url}");
        }
    }

    #[test]
    fn a_port_has_up_to_five_digits_and_is_at_most_65535() {
        for (port, valid) in [
            ("", true),
            ("0", true),
            ("65535", true),
            ("00080", true),
            ("65536", false),
            ("000080", false),
            ("8a", false),
            ("-1", false),
            ("+1", false),
            ("80:90", false),
        ] {
            let wanted: &[_] = if valid { &[] } else { &["invalid_port"] };
            assert_eq!(codes(&format!("https://x:{port}/")), wanted, "{port}");
            assert_eq!(codes(&format!("https://[::1]:{port}")), wanted, "{port}");
        }
    }

    #[test]
    fn warnings_on_the_rest_come_once_each_in_their_order() {
        let all = [
            "non_ascii",
            "unencoded_character",
            "bad_percent_encoding",
            "fragment",
        ];
        assert_eq!(codes("https://x/%zz#<>é%4"), all);
        for (url, wanted) in [
            ("https://x/%41%4a", &[][..]),
            ("https://x/%", &["bad_percent_encoding"]),
            ("https://x/%4", &["bad_percent_encoding"]),
            ("https://x/%%41", &["bad_percent_encoding"]),
            ("https://x?{a}", &["unencoded_character"]),
            ("https://x/a'(b)*c!d$e,f;g:h@i[j]", &[]),
            ("https://x#", &["fragment"]),
        ] {
            assert_eq!(codes(url), wanted, "{url}");
        }
        for character in ['"', '<', '>', '^', '`', '{', '|', '}'] {
            assert_eq!(codes(&format!("https://x/{character}")), all[1..2]);
        }
    }

    #[test]
    fn a_url_of_8000_bytes_is_not_too_long_and_one_of_8001_is() {
        let url = |length: usize| format!("https://x/{}", "a".repeat(length - 10));
        assert_eq!(codes(&url(8_000)), [""; 0]);
        assert_eq!(codes(&url(8_001)), ["too_long"]);
    }

    #[test]
    fn names_of_the_query_are_decoded_and_those_of_the_fragment_are_none() {
        let names = |url: &str| -> Vec<String> {
            query_names(url)
                .map(|name| String::from_utf8(name).expect("UTF-8"))
                .collect()
        };
        assert_eq!(
            names("https://x/?a=1&b%20c=2&d+e&%66=&&=v&g%zz?h=i#j=k?l"),
            ["a", "b c", "d e", "f", "", "g%zz?h"]
        );
        assert_eq!(names("https://x/#?a=1"), [""; 0]);
        assert_eq!(names("https://x/"), [""; 0]);
        assert_eq!(names("https://x/?"), [""; 0]);
        assert_eq!(names("?%C3%a9=1"), ["é"]);
    }
}
