import type { Db } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { Collection } from '#server/parsing/collect-records.ts';
import type { Guard } from '#server/runs/lease.ts';
import { type Delivery, nextDelivery, noteTaken } from '../deliveries/deliveries.ts';
import { openFile } from '../kept-files/kept-files.ts';
import type { Collected, Outcome } from './collect-outcome.ts';
import { noMarks } from './task-state.ts';

/** A file that was read and staged, with its columns; or why it could not be read. */
export type StagedFile =
  | (Collected & { readonly fileId: number; readonly shape: Collection['shape'] })
  | (Outcome & { readonly kind: 'failed' });

type Deliveries = {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly now: () => Date;
  readonly customerId: number;
  readonly taskId: number;
  /** Throws if another process has taken the run over. */
  readonly guard: Guard;
  readonly stage: (bytes: Uint8Array, fileId: number) => Promise<StagedFile>;
};

type Sum = Collected & { readonly fileId: number };

const notKept = { kind: 'unreadable', words: 'A delivery is no longer kept. Ask the vendor to send it again.' } as const;

/**
 * Reads the deliveries that wait, in the order in which they came. One that cannot be read ends a run of its own, so that its history
 * shows it; those after it are the next run's. A delivery counts as read only after its jobs are staged: a run that is killed reads it
 * again, with the same result.
 */
export async function takeDeliveries(from: Deliveries): Promise<Outcome> {
  const { db, secrets, customerId } = from;
  let sum: Sum | null = null;
  for (let next = await nextDelivery(db, from); next !== null; next = await nextDelivery(db, from)) {
    const file = await openFile(db, secrets, { customerId, id: next.fileId });
    const staged: StagedFile = file ? await from.stage(file.bytes, next.fileId) : { kind: 'failed', problem: notKept };
    if (staged.kind === 'failed' && sum !== null) break;
    await taken(from, next);
    if (staged.kind === 'failed') return staged;
    const { shape: _, ...one } = staged;
    sum = sum === null ? one : added(sum, one);
  }
  if (sum === null) return { kind: 'unchanged', fileId: null };
  const { vendor, digest, reading, shape } = noMarks;
  return { ...sum, marks: { vendor, digest, reading, shape, fileId: sum.fileId } };
}

const taken = ({ db, now, customerId, guard }: Deliveries, delivery: Delivery) =>
  db.transaction().execute(async (tx) => {
    await guard(tx);
    await noteTaken(tx, customerId, delivery, now());
  });

const added = (one: Sum, other: Sum): Sum => ({
  ...other,
  counts: {
    added: one.counts.added + other.counts.added,
    changed: one.counts.changed + other.counts.changed,
    same: one.counts.same + other.counts.same,
    cancelled: one.counts.cancelled + other.counts.cancelled,
  },
  refused: [...one.refused, ...other.refused],
  warned: [...one.warned, ...other.warned],
  unknownStatuses: [...new Set([...one.unknownStatuses, ...other.unknownStatuses])],
  alarm: one.alarm ?? other.alarm,
});
