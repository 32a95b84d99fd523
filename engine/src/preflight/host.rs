//! The host (preflight, 2.3, step 6): decides whether it is a name or an
//! address that every client reads alike. What looks like an IPv4 address has
//! to be one in its usual form: browsers read `0x7f.1` as 127.0.0.1.

use std::net::Ipv6Addr;

use super::code::Code;

/// A host that is well-formed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Host<'u> {
    /// The host is internationalized: only its characters were looked at.
    pub(super) is_idn: bool,
    /// What stands behind the colon.
    pub(super) port: &'u str,
}

/// Checks the host of an authority without userinfo.
pub(super) fn check(authority: &str) -> Result<Host<'_>, Code> {
    if let Some(literal) = authority.strip_prefix('[') {
        let (address, rest) = literal.split_once(']').ok_or(Code::UrlInvalidHost)?;
        let port = match rest.strip_prefix(':') {
            Some(port) => port,
            None if rest.is_empty() => rest,
            None => return Err(Code::UrlInvalidHost),
        };
        let address: Result<Ipv6Addr, _> = address.parse();
        return match address {
            Ok(_) => Ok(Host {
                is_idn: false,
                port,
            }),
            Err(_) => Err(Code::UrlInvalidHost),
        };
    }
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    if host.is_empty() {
        return Err(Code::UrlMissingHost);
    }
    if host.bytes().all(is_allowed) && is_name_or_address(host) {
        Ok(Host {
            is_idn: is_idn(host),
            port,
        })
    } else {
        Err(Code::UrlInvalidHost)
    }
}

fn is_allowed(byte: u8) -> bool {
    !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"._~!$&'()*+,;=-".contains(&byte)
}

fn is_name_or_address(host: &str) -> bool {
    let name = host.strip_suffix('.').unwrap_or(host);
    let labels = || name.split('.');
    if name.len() > 253 || labels().any(|label| label.is_empty() || label.len() > 63) {
        return false;
    }
    !labels().next_back().is_some_and(is_number) || is_ipv4(host)
}

/// Would a browser read a host that ends in this label as an IPv4 address?
fn is_number(label: &str) -> bool {
    let hex = label
        .strip_prefix("0x")
        .or_else(|| label.strip_prefix("0X"));
    match hex {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => label.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// Four decimal octets without leading zeros.
fn is_ipv4(host: &str) -> bool {
    let octet = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit())
            && (text == "0" || !text.starts_with('0'))
            && text.parse::<u8>().is_ok()
    };
    host.split('.').count() == 4 && host.split('.').all(octet)
}

fn is_idn(host: &str) -> bool {
    let is_punycode = |label: &str| {
        label
            .get(..4)
            .is_some_and(|head| head.eq_ignore_ascii_case("xn--"))
    };
    !host.is_ascii() || host.split('.').any(is_punycode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_labels_of_allowed_characters() {
        let long = "a".repeat(63);
        let longest = format!("{long}.{long}.{long}.{}", "a".repeat(61));
        for host in [
            "x",
            "x.",
            "api.example.com",
            "a_b~c!d$e&f'g(h)i*j+k,l;m=n-",
            "-",
            "1.2.3.a",
            "0x.a",
            "x1",
            "0xg",
            &long,
            &longest,
            &format!("{longest}."),
        ] {
            let found = check(host).map(|host| host.is_idn);
            assert_eq!(found, Ok(false), "{host}");
        }
        for host in [
            ".",
            ".x",
            "x..",
            "a..b",
            "a%41",
            "a<b",
            "a|b",
            "a]b",
            &format!("{long}a"),
            &format!("{longest}a"),
        ] {
            assert_eq!(check(host), Err(Code::UrlInvalidHost), "{host}");
        }
        for host in ["", ":80"] {
            assert_eq!(check(host), Err(Code::UrlMissingHost), "{host}");
        }
    }

    #[test]
    fn what_ends_in_a_number_is_an_address_of_four_decimal_octets() {
        for host in ["1.2.3.4", "0.0.0.0", "255.255.255.255"] {
            assert!(check(host).is_ok(), "{host}");
        }
        for host in [
            "1",
            "1.2.3",
            "1.2.3.4.5",
            "1.2.3.4.",
            "256.1.1.1",
            "01.2.3.4",
            "1.2.3.00",
            "a.1",
            "0x7f.0.0.1",
            "0x",
            "0X",
            "a.0x7F",
            "1.",
            "0xé.1",
        ] {
            assert_eq!(check(host), Err(Code::UrlInvalidHost), "{host}");
        }
    }

    #[test]
    fn brackets_hold_an_ipv6_address_without_a_zone() {
        for (authority, port) in [
            ("[::1]", ""),
            ("[::]:80", "80"),
            ("[2001:DB8::1:0.0.0.1]:", ""),
            ("[1:2:3:4:5:6:7::]", ""),
        ] {
            let host = check(authority);
            assert_eq!(host.map(|host| host.port), Ok(port), "{authority}");
        }
        for authority in [
            "[::1",
            "[]",
            "[::1]x",
            "[::1]]",
            "[fe80::1%25eth0]",
            "[fe80::1%eth0]",
            "[1.2.3.4]",
            "[1::2::3]",
            "[12345::]",
            "[::01.2.3.4]",
            "[v1.x]",
        ] {
            assert_eq!(check(authority), Err(Code::UrlInvalidHost), "{authority}");
        }
    }

    #[test]
    fn an_internationalized_host_is_said_to_be_unchecked() {
        for (host, idn) in [
            ("bücher.example", true),
            ("XN--bcher-kva.example", true),
            ("a.xn--", true),
            ("xn-a.example", false),
            ("axn--b", false),
        ] {
            assert_eq!(check(host).map(|host| host.is_idn), Ok(idn), "{host}");
        }
    }
}
