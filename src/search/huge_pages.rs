//! Large pages for large memory, where the system has them.

/// Asks for memory in large pages, so that look-ups all over it do not wait for the page tables:
/// with a table of 64 MiB a search takes a seventh less time (docs/experiments.md). A wish only:
/// where it is not granted all goes on as before.
#[cfg(target_os = "linux")]
pub(super) fn wish_for<T>(memory: &[T]) {
    /// The kernel wants the start of a page; this is one with pages of any usual size.
    const PAGE: usize = 1 << 16;
    let range = memory.as_ptr_range();
    let start = range
        .start
        .cast::<u8>()
        .wrapping_add(range.start.cast::<u8>().align_offset(PAGE));
    let length = (range.end as usize).saturating_sub(start as usize);
    #[allow(unsafe_code, reason = "there is no safe face to this call")]
    // SAFETY: the range is part of `memory`, and this advice changes neither its contents nor who
    // may use it.
    let _ = unsafe { libc::madvise(start.cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
}

/// Other systems choose by themselves.
#[cfg(not(target_os = "linux"))]
pub(super) fn wish_for<T>(_memory: &[T]) {}
