/**
 * Runs `work` on request, never twice at once. Requests during a run, or during the `rest` after it, cause one more run. A failed run
 * ends; the next request starts a new one.
 */
export function oneAtATime(work: () => Promise<void>, rest?: () => Promise<void>): () => void {
  let running = false;
  let asked = false;
  const run = async () => {
    running = true;
    try {
      while (asked) {
        asked = false;
        await work();
        await rest?.();
      }
    } catch {
      // The store's wrapper has already tried to reopen and reports the failure. The last result stays.
    } finally {
      running = false;
    }
  };
  return () => {
    asked = true;
    if (!running) void run();
  };
}
