/**
 * Runs `work` again and again as asked, never twice at once: asks during a run cost one more run after it. A failed run is
 * over; the next ask starts a new one.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let asked = false;
  const run = async () => {
    running = true;
    try {
      while (asked) {
        asked = false;
        await work();
      }
    } catch {
      // The store's own wrapper has tried to reopen and says so; what was read last stays.
    } finally {
      running = false;
    }
  };
  return () => {
    asked = true;
    if (!running) void run();
  };
}
