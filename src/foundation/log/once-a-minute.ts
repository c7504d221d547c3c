// Keeps what fails again and again from burying the rest of the log.

const EVERY_MS = 60_000;

/** `write`, at most once a minute: what comes in between is dropped. `now` gives milliseconds, of any beginning. */
export function onceAMinute<Args extends unknown[]>(
  write: (...args: Args) => void,
  now: () => number = () => performance.now(),
): (...args: Args) => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (now() - writtenAt < EVERY_MS) return;
    writtenAt = now();
    write(...args);
  };
}
