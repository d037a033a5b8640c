import type { PostAttempt } from '#contract/posting/attempts.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { JobStep } from '#contract/staging/find-job.ts';
import { receiptFor } from '../posting/receipts.ts';
import { jobWay, type WayGround } from './job-way.ts';

/** A stage of a receipt, in the order in which a job passes them. */
export type ReceiptStage = {
  readonly stage: 'collected' | 'ruled' | 'mapped' | 'wanted' | 'sent' | 'answered' | 'readBack';
  readonly state: JobStep['state'];
  /** When it happened; null if it has not, or if that is not known. */
  readonly at: string | null;
  readonly text: string;
};

/**
 * How far a job came on its way to a target: collected, ruled, mapped, wanted, sent, answered and read back. `attempts` are its calls to
 * targets, the newest first; those of other targets do not count.
 */
export function receiptWay(
  job: JobRow,
  ground: WayGround & { readonly target: TargetRow },
  attempts: readonly PostAttempt[],
): ReceiptStage[] {
  const { target } = ground;
  const before = jobWay(job, ground).flatMap(({ stage, state, at, text }): ReceiptStage[] =>
    stage === 'collected' || stage === 'ruled' || stage === 'mapped' ? [{ stage, state, at, text }] : [],
  );
  const own = attempts.filter(({ targetId }) => targetId === target.id);
  return [...before, wanted(job, target, own), ...called(job, target, own)];
}

/** The newest call that wrote, or tried to. */
const writing = (attempts: readonly PostAttempt[]): PostAttempt | undefined =>
  attempts.find(({ kind, answer }) => (kind === 'post' || kind === 'update' || kind === 'close') && answer !== 'notSent');

function wanted(job: JobRow, { id, name }: TargetRow, attempts: readonly PostAttempt[]): ReceiptStage {
  const receipt = receiptFor(job, id);
  const first = attempts.at(-1);
  if (!receipt) return { stage: 'wanted', state: 'waiting', at: null, text: `No one has asked to post it to ${name}.` };
  // The receipt has the time of its last change alone; the first call follows the request at once.
  const at = receipt.state === 'wanted' ? receipt.at : (first?.at ?? null);
  return { stage: 'wanted', state: 'done', at, text: `Asked for as ${receipt.reference || 'a new post'}.` };
}

function called(job: JobRow, target: TargetRow, attempts: readonly PostAttempt[]): ReceiptStage[] {
  const receipt = receiptFor(job, target.id);
  const call = writing(attempts);
  const rehearsal = attempts.find(({ kind }) => kind === 'dryRun');
  if (receipt?.state === 'dryRun')
    return [
      { stage: 'sent', state: 'stopped', at: rehearsal?.at ?? receipt.at, text: receipt.words ?? 'Dry run: nothing was sent.' },
    ];
  if (!call) {
    const text =
      receipt?.words ??
      (target.posting === 'dryRun' ? `${target.name} is in a dry run: nothing is sent.` : 'Nothing was sent yet.');
    return [{ stage: 'sent', state: receipt?.state === 'failed' ? 'failed' : 'waiting', at: null, text }];
  }
  const count = Object.keys(call.sent ?? {}).length;
  const what = `${count} ${count === 1 ? 'field' : 'fields'}`;
  const sent = {
    post: `${what} sent to create the job order.`,
    update: `${what} sent as an update.`,
    close: `${what} sent to close it.`,
  };
  const text = sent[call.kind as keyof typeof sent];
  return [
    { stage: 'sent', state: 'done', at: call.at, text },
    answered(call, target),
    read(attempts, call, target, receipt?.note ?? null),
  ];
}

function answered(call: PostAttempt, { name }: TargetRow): ReceiptStage {
  const { answer, words, externalId } = call;
  const stage = { stage: 'answered', at: answer === null ? null : call.at } as const;
  if (answer === null) return { ...stage, state: 'waiting', text: `Waiting for ${name}.` };
  if (answer === 'done')
    return {
      ...stage,
      state: 'done',
      text: words ?? (externalId === null ? `${name} accepted it.` : `${name} holds it as ${externalId}.`),
    };
  const text = words ?? `${name} gave no clear answer.`;
  return { ...stage, state: answer === 'refused' ? 'failed' : 'waiting', text };
}

function read(attempts: readonly PostAttempt[], call: PostAttempt, { name }: TargetRow, note: string | null): ReceiptStage {
  const reading = attempts.find(({ kind, id }) => kind === 'readBack' && id > call.id);
  if (!reading) {
    const text = call.answer === 'done' ? 'Will be read back.' : 'Read back once it is there.';
    return { stage: 'readBack', state: 'waiting', at: null, text };
  }
  const at = reading.at;
  if (reading.answer === 'found')
    return note === null
      ? { stage: 'readBack', state: 'done', at, text: `${name} holds what was sent.` }
      : { stage: 'readBack', state: 'stopped', at, text: note };
  return { stage: 'readBack', state: 'waiting', at, text: note ?? reading.words ?? `${name} could not be read.` };
}
