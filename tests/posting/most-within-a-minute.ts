/** The most calls of any sixty seconds. Times are in order. */
export function mostWithinAMinute(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (let last = 0; last < times.length; last++) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= 60_000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
