import { sql } from 'kysely';
import * as z from 'zod';
import type { LongWork } from '#contract/system/long-work.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import type { Answer } from '#domain/ai/measure/measure.ts';
import { measure } from '#domain/ai/measure/measure.ts';
import { shareWords } from '#domain/ai/measure/measure-words.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { RunRef } from '#server/runs/lease.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { type ClaimedRun, type DoRun, defineRunKind, type RunEnd } from '#server/runs/run-kind.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { routeOf } from '../ask/ask-prompt.ts';
import { askedVersion } from '../rows/prompt-rows.ts';
import {
  begunMeasurement,
  completeMeasurement,
  keepAnswers,
  type LabeledRow,
  labeledRows,
  measuredRows,
} from './measurement-rows.ts';
import { promptReader, type Reader } from './readers.ts';

/** Runs that measure a version of a prompt on the dataset of their customer. */
const measureRuns = defineRunKind({
  name: 'ai-measure',
  work: z.object({
    promptId: z.number(),
    version: z.number(),
    split: z.enum(['dev', 'test']),
    modelId: z.number().nullable(),
  }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 2 },
  tries: 3,
});
type Work = z.infer<typeof measureRuns.work>;
type Context = RunContext & Pick<Services, 'db' | 'secrets' | 'now'>;

/** Carries out measurements, and continues those whose process died. */
export const measureJobs = (context: Context): JobHandler[] => [runHandler(context, measureRuns, doMeasure(context))];

/** Rows that are asked about at once, and kept in one transaction. */
const portion = 4;

const doMeasure =
  (context: Context): DoRun<Work> =>
  async (run) => {
    const { db, customerId, work, byName } = run;
    const ports = { db, secrets: context.secrets, now: context.now };
    const prompt = await askedVersion(db, work.promptId, work.version);
    const asked = { test: true, ...(work.modelId !== null && { modelId: work.modelId }) };
    const route = prompt && (await routeOf(ports, prompt, asked));
    if (!prompt || !route) return failed('The prompt was removed, or its engine is not connected any more.');
    const { promptId, version, split } = work;
    const thing = { customerId, promptId, version, split, model: route.model.name };
    const rows = await labeledRows(db, customerId, split);
    const facts = { by: byName, at: context.now(), ownModel: work.modelId === null };
    const { id, answered } = await db.transaction().execute(async (tx) => {
      const begun = await begunMeasurement(tx, thing, facts);
      await run.lease.expect(tx, rows.filter(({ row }) => !begun.answered.has(row.id)).length);
      return begun;
    });
    const left = rows.filter(({ row }) => !answered.has(row.id));
    const asking = await askAll(run, promptReader(ports, prompt, route, customerId), { id, left });
    if (asking.kind !== 'asked') return asking.kind === 'unasked' ? failed(asking.words) : 'gave way';
    const measured = await measuredRows(db, { customerId, id, split });
    if (measured.length === 0) return failed('No row of the dataset is settled any more.');
    const figures = measure(measured);
    const standIn = asking.standIn || route.model.standIn;
    return {
      state: 'done',
      message: `${shareWords(figures.whole)} of ${figures.rows} rows right${standIn ? ` (${standInWords})` : ''}`,
      also: (tx) => completeMeasurement(tx, thing, { id, standIn, figures, at: context.now() }),
    };
  };

const failed = (why: string): RunEnd => ({ state: 'failed', message: `Not measured: ${why} Rows answered so far are kept.` });

type Asking =
  | { readonly kind: 'asked'; readonly standIn: boolean }
  | { readonly kind: 'unasked'; readonly words: string }
  | { readonly kind: 'gave way' };

/** Asks about the rows that are left, a few at once, and keeps each answer. Stops where the engine is not asked, such as for the budget. */
async function askAll(
  { db, customerId, lease }: ClaimedRun<Work>,
  reader: Reader,
  { id, left }: { readonly id: number; readonly left: readonly LabeledRow[] },
): Promise<Asking> {
  let standIn = false;
  for (let from = 0; from < left.length; from += portion) {
    if (lease.signal.aborted) return { kind: 'gave way' };
    const rows = left.slice(from, from + portion);
    const answers = new Map<number, Answer>();
    let unasked: string | null = null;
    for (const [row, read] of await Promise.all(rows.map(async ({ row }) => [row, await reader(row.description)] as const))) {
      if (read.kind === 'unasked') unasked = read.words;
      else answers.set(row.id, read.answer);
      standIn ||= read.kind === 'answer' && read.standIn;
    }
    await db.transaction().execute(async (tx) => {
      await lease.guard(tx);
      if (answers.size > 0) await keepAnswers(tx, { customerId, id }, answers);
      await lease.advance(tx, { cursor: 0, seen: answers.size, changed: 0 });
    });
    if (unasked !== null) return { kind: 'unasked', words: unasked };
  }
  return { kind: 'asked', standIn };
}

type Asked = Work & {
  readonly customerId: number;
  /** What the prompt is for. */
  readonly description: string;
  readonly rows: number;
  readonly by: { readonly userId: number; readonly name: string };
  readonly beside: (tx: Tx) => Promise<Receipt>;
};

/** Queues a measurement. Null if another one of the same prompt has not ended. */
export async function startMeasureRun(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { customerId, description, rows, by, beside, ...work }: Asked,
): Promise<{ readonly runId: number; readonly receipt: Receipt } | null> {
  const request = {
    customerId,
    key: String(work.promptId),
    name: `Measure version ${work.version} of “${description}”`,
    work,
    total: rows,
    askedBy: by.userId,
    byName: by.name,
    now: now(),
  };
  return db.transaction().execute(async (tx) => {
    const runId = await startRun(tx, measureRuns, request);
    return runId === null ? null : { runId, receipt: await beside(tx) };
  });
}

/** The newest measuring of a prompt, over or not; null if there was none. Not for a connection that is limited to customers. */
export async function newestRun(db: Db, promptId: number): Promise<LongWork | null> {
  const { rows } = await sql<RunRef>`
    select customer_id as "customerId", id as "runId" from run
    where kind = ${measureRuns.name} and work ->> 'promptId' = ${String(promptId)} order by id desc limit 1`.execute(db);
  const [run] = rows;
  return run ? ((await findLongWork(db, run.customerId, run.runId)) ?? null) : null;
}
