import { existsSync, readFileSync } from 'node:fs';

/** Linux counts the processor time of each thread here, in nanoseconds. */
const schedule = '/proc/thread-self/schedstat';

/**
 * Watches how long this thread holds its event loop. A turn counts with the processor time that the thread used, so that other
 * work on the machine does not count; where the system does not tell it, with the processor time of the whole process. Returns a
 * function that ends the watch: the 99th percentile and the longest, in milliseconds.
 */
export function watchLoop(): () => { readonly usual: number; readonly worst: number } {
  const holds: number[] = [];
  let [at, used] = [performance.now(), usedMs()];
  const beat = setInterval(() => {
    holds.push(Math.min(performance.now() - at, usedMs() - used));
    [at, used] = [performance.now(), usedMs()];
  }, 1);
  return () => {
    clearInterval(beat);
    holds.sort((a, b) => a - b);
    return { usual: holds[Math.floor(holds.length * 0.99)] ?? 0, worst: holds.at(-1) ?? 0 };
  };
}

const knowsThreads = existsSync(schedule);

/** Processor time so far, in milliseconds. */
function usedMs(): number {
  if (knowsThreads) return Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1_000_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
