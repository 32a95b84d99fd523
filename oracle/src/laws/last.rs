//! What a thread has read last of a body and its answer.
//!
//! Laws look at one exchange one after the other, and reading it anew for each
//! was most of what the slow fuzz targets did. It must never hand out what was
//! read of another exchange: both texts are compared whole.

use std::cell::RefCell;
use std::rc::Rc;

use super::Observation;

/// A body and its answer, and what was read of them.
pub(crate) struct Exchange<T> {
    body: Vec<u8>,
    answer: String,
    read: T,
}

/// The place of the one exchange that is kept.
pub(crate) type Last<T> = RefCell<Option<Rc<Exchange<T>>>>;

impl<T> Exchange<T> {
    /// What `read` makes of the exchange.
    pub(crate) fn read(&self) -> &T {
        &self.read
    }

    /// The exchange of `observation`: the one in `last`, or read now and kept.
    pub(crate) fn of(
        last: &Last<T>,
        observation: &Observation<'_>,
        read: impl FnOnce(&Observation<'_>) -> T,
    ) -> Rc<Self> {
        let same = |it: &Rc<Self>| it.body == observation.body && it.answer == observation.answer;
        let kept = last.borrow().clone().filter(same);
        kept.unwrap_or_else(|| {
            let exchange = Rc::new(Self {
                body: observation.body.to_owned(),
                answer: observation.answer.to_owned(),
                read: read(observation),
            });
            last.replace(Some(Rc::clone(&exchange)));
            exchange
        })
    }
}

#[cfg(test)]
mod tests {
    use argument_check_corpus::Op;

    use super::*;

    #[test]
    fn an_exchange_is_read_once_and_another_one_anew() {
        let last = Last::default();
        let read = |answer: &str| {
            let observation = Observation {
                body: b"{}",
                answer,
                op: Op::Check,
                target: None,
            };
            let mut times = 0;
            let exchange = Exchange::of(&last, &observation, |it| {
                times += 1;
                it.answer.len()
            });
            (*exchange.read(), times)
        };
        assert_eq!(read("a"), (1, 1));
        assert_eq!(read("a"), (1, 0));
        assert_eq!(read("ab"), (2, 1));
    }
}
