import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import { dictionaryObjects, listLabels } from '#domain/submissions/words.ts';
import { listShrinks } from '#domain/targets/list-shrinks.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { Guard } from '#server/runs/lease.ts';
import { type DoRun, defineRunKind, type RunEnd } from '#server/runs/run-kind.ts';
import { startRun } from '#server/runs/run-rows.ts';
import type { SubmissionAdapter } from '../adapter.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { findSubmissionTarget, submissionTargetsOf } from '../targets/target-rows.ts';
import { applyEntries, type ListPlace, noteListRead, shrinkageOf } from './entry-rows.ts';
import { keepListWaiting, takeWaitingList } from './waiting.ts';

const Wanted = z.object({ kind: SubmissionListKind, objectId: z.number() });
type Wanted = z.infer<typeof Wanted>;

/** Runs that read lists of submission targets. `targetId` null: of every active target. `lists` null: every list that a system has. */
const listRuns = defineRunKind({
  name: 'submission-lists',
  work: z.object({ targetId: z.number().nullable(), lists: z.array(Wanted).nullable() }),
  limits: { atOnce: 4, perCustomer: 2, perHost: 2 },
  tries: 3,
});
type Work = z.infer<typeof listRuns.work>;
type Context = RunContext & Pick<Services, 'db' | 'secrets' | 'config' | 'now'>;

/** Carries out syncs of submission lists, and continues those whose process died. */
export const submissionListJobs = (context: Context): JobHandler[] => [runHandler(context, listRuns, doLists(context))];

/** What became of one list. */
type Outcome = {
  readonly target: string;
  readonly list: Wanted;
  readonly result: 'read' | 'waiting' | 'unanswered';
  readonly words: string;
  readonly entries: number;
  readonly changed: number;
};

const doLists =
  (context: Context): DoRun<Work> =>
  async ({ db, customerId, work, lease }) => {
    const plan = await planOf(context, db, customerId, work);
    await db.transaction().execute((tx) => lease.expect(tx, plan.length));
    const outcomes: Outcome[] = [];
    for (const { targetId, target, adapter, list } of plan) {
      await lease.report(`${target}: ${labelOf(list)}`);
      const place = { customerId, targetId, ...list };
      const outcome = { target, list, ...(await syncList(db, place, adapter, lease.guard, context.now)) };
      outcomes.push(outcome);
      await db.transaction().execute((tx) => lease.advance(tx, { cursor: 0, seen: 1, changed: outcome.changed }));
    }
    return endOf(work, outcomes);
  };

type Planned = { readonly targetId: number; readonly target: string; readonly adapter: SubmissionAdapter; readonly list: Wanted };

/** The lists to read: those wanted that the systems of the targets have. */
async function planOf(context: Context, db: Db, customerId: number, { targetId, lists }: Work): Promise<Planned[]> {
  const one = targetId === null ? undefined : await findSubmissionTarget(db, customerId, targetId);
  const targets = targetId === null ? await submissionTargetsOf(db, customerId) : one ? [one] : [];
  const plan: Planned[] = [];
  for (const { row } of targets) {
    const adapter = await openSubmissionTarget(context, customerId, row.id);
    if (!adapter?.lists) continue;
    const { kinds, dictionaries } = adapter.lists;
    const has = ({ kind, objectId }: Wanted) => (kind === 'dictionary' ? dictionaries.includes(objectId) : kinds.includes(kind));
    const all = [
      ...kinds.flatMap((kind) => (kind === 'dictionary' ? [] : [{ kind, objectId: 0 }])),
      ...dictionaries.map((objectId) => ({ kind: 'dictionary' as const, objectId })),
    ];
    for (const list of lists ?? all) if (has(list)) plan.push({ targetId: row.id, target: row.name, adapter, list });
  }
  return plan;
}

type Synced = Omit<Outcome, 'target' | 'list'>;

/** Reads one list. One that cannot be read stays as it was, and so does an empty one; one that shrinks too much waits for a person. */
async function syncList(db: Db, place: ListPlace, adapter: SubmissionAdapter, guard: Guard, now: () => Date): Promise<Synced> {
  const answer = await adapter.lists?.read(place.kind, place.objectId);
  const none = { entries: 0, changed: 0 };
  if (answer?.kind !== 'done') return { result: 'unanswered', words: answer?.words ?? '', ...none };
  if (answer.value.length === 0) return { result: 'unanswered', words: 'It listed nothing.', ...none };
  const listed = answer.value;
  return db.transaction().execute(async (tx) => {
    await guard(tx);
    const { held, missing } = await shrinkageOf(tx, place, listed);
    if (held > 0 && listShrinks(held, missing)) {
      await keepListWaiting(tx, place, listed, now());
      return { result: 'waiting', words: '', ...none };
    }
    await takeWaitingList(tx, place);
    const { added, changed, removed } = await applyEntries(tx, place, listed, { removeOthers: true });
    await noteListRead(tx, place, now(), false);
    return { result: 'read', words: '', entries: listed.length, changed: added + changed + removed };
  });
}

const labelOf = ({ kind, objectId }: Wanted): string =>
  kind === 'dictionary' ? (dictionaryObjects.find(({ id }) => id === objectId)?.name ?? 'dictionary') : listLabels[kind];

/** Why nothing was read, in the words of the documents. */
function failureOf({ targetId, lists }: Work): string {
  if (targetId === null) return messages.submissionTargetsNotSynced;
  const kind = lists?.[0]?.kind;
  if (kind === 'degree') return messages.degreesNotSynced;
  if (kind === 'specialty') return messages.specialtiesNotSynced;
  return kind === 'document' ? messages.documentsNotSynced : messages.submissionTargetsNotSynced;
}

function endOf(work: Work, outcomes: readonly Outcome[]): RunEnd {
  const said = ({ target, list, words }: Outcome) => `${target}, ${labelOf(list)}${words === '' ? '' : ` (${words})`}`;
  const unanswered = outcomes.filter(({ result }) => result === 'unanswered');
  const waiting = outcomes.filter(({ result }) => result === 'waiting');
  if (outcomes.length === 0)
    return {
      state: 'failed',
      message: `${failureOf(work)}: no active target has such a list, or its connection is not complete.`,
    };
  if (unanswered.length === outcomes.length)
    return { state: 'failed', message: `${failureOf(work)}: ${unanswered.map(said).join('; ')}. Our lists stay as they were.` };
  const read = outcomes.filter(({ result }) => result === 'read');
  const entries = read.reduce((sum, one) => sum + one.entries, 0).toLocaleString('en-US');
  const onlyDocuments = outcomes.every(({ list }) => list.kind === 'document');
  const parts = [
    read.length === 0 ? '' : onlyDocuments ? messages.documentsProcessed({ count: entries }) : `Read ${entries} entries`,
    waiting.length === 0 ? '' : `Far fewer entries than before, so that it waits for you: ${waiting.map(said).join('; ')}`,
    unanswered.length === 0 ? '' : `No answer, so that it stays as it was: ${unanswered.map(said).join('; ')}`,
  ];
  return { state: 'done', message: parts.filter(Boolean).join('. ') };
}

type Asking = {
  readonly customerId: number;
  /** Null: every active target. */
  readonly target: { readonly id: number; readonly name: string } | null;
  readonly lists: Work['lists'];
  readonly by: { readonly userId: number; readonly name: string };
  readonly beside: (tx: Tx) => Promise<Receipt>;
};

/** Queues a sync. `runId` null: another one of the same targets has not ended, and nothing was queued. */
export async function startListRun(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { customerId, target, lists, by, beside }: Asking,
): Promise<{ readonly runId: number; readonly receipt: Receipt } | null> {
  const what = lists === null ? 'the lists' : lists.map(labelOf).join(' and ').toLowerCase();
  const request = {
    customerId,
    key: target === null ? 'all' : `${target.id} ${JSON.stringify(lists)}`,
    name: `Sync ${what} of ${target?.name ?? 'all submission targets'}`,
    work: { targetId: target?.id ?? null, lists },
    total: 0,
    askedBy: by.userId,
    byName: by.name,
    now: now(),
  };
  return db.transaction().execute(async (tx) => {
    const runId = await startRun(tx, listRuns, request);
    return runId === null ? null : { runId, receipt: await beside(tx) };
  });
}
