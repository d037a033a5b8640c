import type { Random } from './ports.ts';

const firstMs = 1_000;
const longestMs = 300_000;

/** Full jitter: a random time between 1 s and a limit that doubles with each failure, up to 5 minutes [S3]. */
export function backoffMs(failures: number, random: Random): number {
  const bound = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 20));
  return firstMs + random.unit() * (bound - firstMs);
}

/** `Retry-After` in milliseconds, at most an hour. Null when it is missing or not a number of seconds. */
export function retryAfterMs(header: string | null): number | null {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 3600) * 1000 : null;
}
