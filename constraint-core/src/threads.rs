//! Independent work, one piece after another or on several threads.
//!
//! No result depends on the number of threads: pieces of work write memory of their own, and nothing is summed across them.

#[cfg(feature = "parallel")]
use std::sync::{Arc, Mutex, PoisonError};

/// The threads that a step may use.
#[derive(Clone, Debug)]
pub(crate) struct Threads {
    count: usize,
    enough: usize,
    /// `None` for one thread. Clones of a world use the same threads.
    #[cfg(feature = "parallel")]
    pool: Option<Arc<rayon::ThreadPool>>,
}

/// Number of joints in batches that are enough for a thread. With fewer, waking a thread and moving bodies between the caches of two
/// cores may take longer than what it saves.
const ENOUGH: usize = 10_000;

/// Number of pieces for each thread. A thread that is done takes pieces of others, which may be late.
const PIECES: usize = 8;

impl Default for Threads {
    fn default() -> Self {
        Self {
            count: 1,
            enough: ENOUGH,
            #[cfg(feature = "parallel")]
            pool: None,
        }
    }
}

impl Threads {
    /// So many threads; as many as the processor runs at once for zero. One if no thread can be started.
    #[cfg(feature = "parallel")]
    pub(crate) fn set(&mut self, count: usize) {
        let count = if count == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { count };
        if count == self.count {
            return;
        }
        // The thread that steps the world is one of them.
        let build =
            || rayon::ThreadPoolBuilder::new().num_threads(count - 1).thread_name(|_| "constraint".into()).build();
        self.pool = if count > 1 { build().ok().map(Arc::new) } else { None };
        self.count = if self.pool.is_some() { count } else { 1 };
    }

    /// Uses several threads for so many joints a thread, instead of a number that pays. No result depends on it.
    #[cfg(feature = "parallel")]
    pub(crate) const fn set_enough(&mut self, joints: usize) {
        self.enough = if joints > 0 { joints } else { 1 };
    }

    #[cfg(feature = "parallel")]
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Into how many pieces work on so many joints should be cut.
    pub(crate) fn pieces(&self, of: usize) -> usize {
        let threads = self.of(of);
        if threads > 1 { PIECES * threads } else { 1 }
    }

    /// How many threads so many joints are worth.
    pub(crate) fn of(&self, joints: usize) -> usize {
        self.count.min(joints / self.enough).max(1)
    }

    /// Runs `work` on each of so many items of a slice, with the index of the first one. Pieces run in any order.
    ///
    /// A panic in one of them reaches the caller when the others are done.
    #[cfg_attr(not(feature = "parallel"), allow(clippy::unused_self))]
    pub(crate) fn each_chunk<T: Send>(&self, items: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        let size = size.max(1);
        #[cfg(feature = "parallel")]
        if let Some(pool) = self.pool.as_ref().filter(|_| items.len() > size) {
            let helpers = (items.len().div_ceil(size) - 1).min(self.count - 1);
            let queues = Queues::new(items, size, helpers + 1);
            let run = |own: usize| {
                while let Some((first, chunk)) = queues.next(own) {
                    work(first, chunk);
                }
            };
            return pool.in_place_scope(|scope| {
                (0..helpers).for_each(|_| scope.spawn(|_| run(1 + rayon::current_thread_index().unwrap_or_default())));
                run(0);
            });
        }
        items.chunks_mut(size).enumerate().for_each(|(nth, chunk)| work(nth * size, chunk));
    }
}

/// The pieces of a slice, in a queue for each thread.
///
/// A thread takes the pieces of its own queue, and then the last ones of others. So it mostly has the memory that it had before.
#[cfg(feature = "parallel")]
struct Queues<'a, T>(Mutex<Vec<(usize, std::slice::ChunksMut<'a, T>)>>, usize);

#[cfg(feature = "parallel")]
impl<'a, T> Queues<'a, T> {
    fn new(items: &'a mut [T], size: usize, queues: usize) -> Self {
        let of_queue = items.len().div_ceil(size).div_ceil(queues) * size;
        let parts = (0..).step_by(of_queue).zip(items.chunks_mut(of_queue));
        Self(Mutex::new(parts.map(|(first, part)| (first, part.chunks_mut(size))).collect()), size)
    }

    /// The next piece for the thread of this queue, and the index of its first item.
    fn next(&self, own: usize) -> Option<(usize, &'a mut [T])> {
        let Self(queues, size) = self;
        let mut queues = queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((first, queue)) = queues.get_mut(own)
            && let Some(chunk) = queue.next()
        {
            *first += size;
            return Some((*first - size, chunk));
        }
        let (first, queue) = queues.iter_mut().max_by_key(|(_, queue)| queue.len())?;
        let chunk = queue.next_back()?;
        Some((*first + queue.len() * size, chunk))
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    fn threads(count: usize) -> Threads {
        let mut threads = Threads::default();
        threads.set(count);
        threads.set_enough(1);
        threads
    }

    #[test]
    fn every_item_is_worked_on_once_with_its_index() {
        for count in [1, 2, 3, 8, 64] {
            let threads = threads(count);
            for (length, size) in [(0, 1), (1, 1), (7, 3), (64, 1), (1000, 7), (1000, 0), (5, 100)] {
                let mut items = vec![0; length];
                threads.each_chunk(&mut items, size, |first, chunk| {
                    (first..).zip(chunk).for_each(|(index, item)| *item += index + 1);
                });
                assert!(items.iter().copied().eq(1..=length), "{count} threads, {length} items by {size}");
            }
        }
    }

    /// The caller gets the panic, the other pieces are done, and the threads go on.
    #[test]
    fn a_panic_reaches_the_caller() {
        for count in [1, 2, 8] {
            let threads = threads(count);
            for bad in [0, 50, 99] {
                let mut items = vec![0; 100];
                let work = |first: usize, chunk: &mut [i32]| {
                    assert!(first != bad, "a piece that fails");
                    chunk.fill(1);
                };
                let run = AssertUnwindSafe(|| threads.each_chunk(&mut items, 1, work));
                let panic = catch_unwind(run).expect_err("the panic is lost");
                assert_eq!(panic.downcast_ref::<&str>(), Some(&"a piece that fails"));
                assert_eq!(items[bad], 0);
                let mut again = vec![0; 100];
                threads.each_chunk(&mut again, 1, |_, chunk| chunk.fill(1));
                assert_eq!(again, [1; 100]);
            }
        }
    }

    #[test]
    fn little_work_stays_on_one_thread() {
        let mut threads = Threads::default();
        assert_eq!(threads.pieces(usize::MAX), 1);
        threads.set(4);
        assert_eq!(threads.pieces(2 * ENOUGH - 1), 1);
        assert_eq!((threads.pieces(2 * ENOUGH), threads.of(2 * ENOUGH)), (2 * PIECES, 2));
        assert_eq!((threads.pieces(usize::MAX), threads.of(usize::MAX)), (4 * PIECES, 4));
    }
}
