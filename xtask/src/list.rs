//! `list`: the cases of the corpus, one a line, with what they stand for.

use anyhow::Result;

use crate::exit::Exit;
use crate::filter::Filter;
use crate::root::Root;

/// What to list.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only ids that this glob matches
    #[arg(long, value_name = "GLOB")]
    filter: Option<String>,
}

/// Lists.
pub(crate) fn run(root: &Root, options: &Options) -> Result<Exit> {
    let filter = Filter::new(options.filter.as_deref())?;
    let cases = root.cases()?;
    let mut listed = 0;
    for source in cases.iter().filter(|source| filter.admits(&source.case.id)) {
        let case = &source.case;
        let name = source
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        println!(
            "{}\t{}\t{}\t{name}:{}\t{}",
            case.id,
            case.op.as_str(),
            case.clauses.join(" "),
            source.line,
            case.note
        );
        listed += 1;
    }
    eprintln!("{listed} of {} cases", cases.len());
    Ok(Exit::Clean)
}
