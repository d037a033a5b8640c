import type { Secrets } from '#server/kit/lib/secrets.ts';

/** What wakes the queues of a process, by its secrets, which requests and queues share. */
const wakersOf = new WeakMap<Secrets, Set<() => void>>();

/** Registers what wakes a queue of this process. The returned function ends that. */
export function onSubmissionWork(secrets: Secrets, wake: () => void): () => void {
  const wakers = wakersOf.get(secrets) ?? new Set();
  wakersOf.set(secrets, wakers);
  wakers.add(wake);
  return () => void wakers.delete(wake);
}

/** Wakes the queues of this process, so that work is not seen at the next poll only. Queues of other processes see it there. */
export function wakeSubmissions(secrets: Secrets): void {
  for (const wake of wakersOf.get(secrets) ?? []) wake();
}
