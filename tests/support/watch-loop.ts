import { existsSync, readFileSync } from 'node:fs';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** Linux counts the processor time of each thread here, in nanoseconds. */
const schedule = '/proc/thread-self/schedstat';

/**
 * Watches how long this thread holds its event loop. A turn counts with the processor time that the thread used, so that other
 * work on the machine does not count; where the system does not tell it, with the processor time of the whole process. A major
 * garbage collection does not count either: it takes as long as the heap is large, and here that holds what all earlier test files
 * of the process left. Returns a function that ends the watch: the 99th percentile and the longest, in milliseconds.
 */
export function watchLoop(): () => { readonly usual: number; readonly worst: number } {
  const turns: { readonly from: number; readonly to: number; readonly held: number }[] = [];
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let [at, used] = [performance.now(), threadMs()];
  const beat = setInterval(() => {
    const now = performance.now();
    turns.push({ from: at, to: now, held: Math.min(now - at, threadMs() - used) });
    [at, used] = [performance.now(), threadMs()];
  }, 1);
  return () => {
    clearInterval(beat);
    collections.push(...observer.takeRecords());
    observer.disconnect();
    const major = collections.filter(isMajor);
    const holds = turns.map(({ from, to, held }) => {
      const within = major.filter(({ startTime }) => startTime >= from && startTime <= to);
      return held - within.reduce((sum, { duration }) => sum + duration, 0);
    });
    holds.sort((a, b) => a - b);
    return { usual: holds[Math.floor(holds.length * 0.99)] ?? 0, worst: holds.at(-1) ?? 0 };
  };
}

/** Node adds the kind of a collection, which the types of the entry do not name. */
const isMajor = (entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

const knowsThreads = existsSync(schedule);

/** Processor time of this thread so far, in milliseconds; of the whole process where the system does not tell it. */
export function threadMs(): number {
  if (knowsThreads) return Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1_000_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
