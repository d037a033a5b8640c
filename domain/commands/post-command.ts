import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '../jobs/mapping-of.ts';
import { mayPost } from '../posting/may-post.ts';
import { receiptFor, withReceipt } from '../posting/receipts.ts';
import type { Command, RowKey, RowReader } from './command.ts';
import { eachRow, keysOf, type RefusedStep } from './each-row.ts';
import { digestField, flagField } from './seen-values.ts';

/** The rows that decide whether jobs may be posted: the target and every mapping row that the jobs share. */
export function postReads(ids: readonly number[], targetId: number, rows: RowReader): readonly RowKey[] {
  const valueIds = ids.flatMap((id) => {
    const job = rows.get('job', id);
    return job ? mapKinds.flatMap((kind) => job[mapFields[kind].value] ?? []) : [];
  });
  return [{ collection: 'target', id: targetId }, ...keysOf('mapValue', valueIds)];
}

/**
 * Asks for jobs to be posted: marks the receipt `wanted`, which the service's queue takes up. A job on its way or in the
 * ATS already is done, not refused, since that is what was asked for; it is never sent twice.
 */
export const postJobs: Command<'job.post.v1'> = {
  name: 'job.post.v1',
  how: 'posting',
  needs: () => ['jobs.post'],
  touches: ({ ids }) => keysOf('job', ids),
  reads: ({ ids, targetId }, rows) => postReads(ids, targetId, rows),
  compares: () => [digestField, flagField('hidden'), flagField('onHold'), flagField('manuallyCancelled')],
  onDrift: () => 'changed',
  apply: (rows, { ids, targetId }, { at }) => {
    const target = rows.get('target', targetId);
    if (!target) return { ok: false, error: { code: 'not_found', message: 'This target no longer exists.' } };
    return eachRow(rows, 'job', ids, (job) => wanted(job, target, rows, at));
  },
};

function wanted(job: JobRow, target: TargetRow, rows: RowReader, at: string): JobRow | RefusedStep {
  const receipt = receiptFor(job, target.id);
  if (receipt?.state === 'wanted' || receipt?.state === 'sending' || receipt?.state === 'done') return job;
  const verdict = mayPost(job, target, { get: (id) => rows.get('mapValue', id) }, { recreate: false });
  if (!verdict.ok) return { refused: 'not_postable', message: verdict.reasons.map((reason) => reason.words).join(' ') };
  // The service writes the reference, which takes a hash; a definite refusal keeps its own, as it is the same posting, and
  // what stands in the target is only updated.
  const { reference, externalId, tries } = receipt ?? { reference: '', externalId: null, tries: 0 };
  return withReceipt(job, { targetId: target.id, state: 'wanted', reference, externalId, words: null, at, tries });
}
