import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds, twinIds } from '#domain/jobs/mapping-of.ts';
import { mayPost } from '#domain/posting/may-post.ts';
import { rateFloorKey } from '#domain/posting/rate-floor.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';
import { digestField, flagField } from '../kit/base-values.ts';
import { command, type RowKey, type RowReader } from '../kit/command.ts';
import { eachRow, keysOf, type RefusedStep } from '../kit/each-row.ts';
import { jobChange } from './job-change.ts';

const [hidden, onHold, canceled] = [flagField('hidden'), flagField('onHold'), flagField('manuallyCancelled')];

/** The rows that decide whether jobs may be posted: the target with its flex mapping, the floor of rates and every mapping row of the jobs. */
export const postReads = (ids: readonly number[], targetId: number, rows: RowReader): readonly RowKey[] => [
  { collection: 'target', id: targetId },
  rateFloorKey,
  ...keysOf('flexMapping', [targetId]),
  ...keysOf('mapValue', textIds(ids, rows)),
];

/** The same texts for a target that maps for itself. */
export function postReadsNext(ids: readonly number[], targetId: number, rows: RowReader): readonly RowKey[] {
  const target = rows.get('target', targetId);
  if (target?.mapsItself !== true) return [];
  const texts = textIds(ids, rows).flatMap((id) => rows.get('mapValue', id) ?? []);
  return keysOf('mapValue', twinIds(target, texts));
}

/** The texts that jobs name. */
const textIds = (ids: readonly number[], rows: RowReader): number[] =>
  ids.flatMap((id) => {
    const job = rows.get('job', id);
    return job ? mapKinds.flatMap((kind) => job[mapFields[kind].value] ?? []) : [];
  });

/**
 * Requests that jobs are posted: sets the receipt to `wanted`, and the service's queue does the rest. A job that is in progress
 * or already in the ATS counts as done and not as refused. It is never sent twice.
 */
export const postJobs = command('job.post.v1', {
  ...jobChange,
  area: 'posts',
  heading: 'post',
  describe: ({ ids }, names) => ['postJobs', { jobs: names.of('job', ids) }],
  needs: () => ['jobs.post'],
  touches: ({ ids }) => keysOf('job', ids),
  reads: ({ ids, targetId }, rows) => postReads(ids, targetId, rows),
  readsNext: ({ ids, targetId }, rows) => postReadsNext(ids, targetId, rows),
  compares: () => [digestField, hidden, onHold, canceled],
  compared: {
    [digestField]: { label: 'postedContent' },
    [hidden]: { label: 'hidden', bit: 'hidden' },
    [onHold]: { label: 'hold', bit: 'held' },
    [canceled]: { label: 'status', bit: 'canceled' },
  },
  onDrift: () => 'changed',
  history: 'posting',
  apply: (rows, { ids, targetId }, { at }) => {
    const target = rows.get('target', targetId);
    if (!target) return { ok: false, error: { code: 'not_found', message: 'This target no longer exists.' } };
    return eachRow(rows, 'job', ids, (job) => wanted(job, target, rows, at));
  },
  // A job order in the ATS cannot be taken back from here.
  inverse: 'none',
  sharesTransaction: false,
  whenStale: 'confirm',
});

function wanted(job: JobRow, target: TargetRow, rows: RowReader, at: string): JobRow | RefusedStep {
  const receipt = receiptFor(job, target.id);
  if (receipt?.state === 'wanted' || receipt?.state === 'sending' || receipt?.state === 'done') return job;
  const floor = rows.get('rateFloor', rateFloorKey.id) ?? null;
  const flex = rows.get('flexMapping', target.id) ?? null;
  const verdict = mayPost(job, target, { get: (id) => rows.get('mapValue', id) }, { recreate: false, floor, flex });
  if (!verdict.ok) return { refused: 'not_postable', message: verdict.reasons.map((reason) => reason.words).join(' ') };
  // The service sets the reference, because it needs a hash. A refused post keeps its reference, because it is the same post. A
  // job order that exists in the target is only updated.
  const { reference, externalId, tries } = receipt ?? { reference: '', externalId: null, tries: 0 };
  const drift = receipt?.drift && { drift: receipt.drift };
  return withReceipt(job, { targetId: target.id, state: 'wanted', reference, externalId, words: null, at, tries, ...drift });
}
