import * as z from 'zod';
import { MoveCounts, type SourceMoveRun } from '#contract/people/moves.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { findRun, type RunRow, runsOf } from '#server/runs/run-rows.ts';

/** A move of chosen sources to a child: a run of the parent. One parent has one at a time. */
export const moveRuns = defineRunKind({
  name: 'move',
  work: z.object({
    childId: z.number(),
    parentName: z.string(),
    childName: z.string(),
    targets: z.array(z.tuple([z.number(), z.number()])),
    sources: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  limits: { atOnce: 1, perCustomer: 1, perHost: 1 },
  tries: 4,
});
export type MoveWork = z.infer<typeof moveRuns.work>;

/** What the run keeps of each source that it has looked at. `prints` is what a moved one was like when it arrived at the child. */
const Outcome = z.object({
  id: z.number(),
  name: z.string(),
  counts: MoveCounts.nullable(),
  words: z.string().nullable(),
  prints: z.record(z.string(), z.string()).nullable(),
});
export type Outcome = z.infer<typeof Outcome>;
const Result = z.object({ sources: z.array(Outcome).default([]) });

/** The outcomes in the result of a run. */
export const outcomesOf = (result: Record<string, unknown>): Outcome[] => Result.parse(result).sources;

/** A run that has ended and moved something can be undone. */
const canUndo = ({ state, changed }: Pick<SourceMoveRun, 'state' | 'changed'>): boolean =>
  changed > 0 && ['done', 'cancelled', 'failed'].includes(state);

const asMove = ({ work, result, byName, startedAt: _at, name: _name, ...run }: MoveRow): SourceMoveRun => ({
  ...run,
  parent: run.customerId,
  child: work.childId,
  parentName: work.parentName,
  childName: work.childName,
  by: byName,
  canUndo: canUndo(run),
  sources: outcomesOf(result).map(({ prints: _prints, ...source }) => source),
});
type MoveRow = RunRow<MoveWork>;

/** The newest moves of parents. */
export const newestMoves = async (db: Db, customers: Customers): Promise<SourceMoveRun[]> =>
  (await runsOf(db, moveRuns, customers)).map(asMove);

/** One move; undefined if the parent has none with this id. */
export async function findMove(db: Db | Tx, customerId: number, runId: number): Promise<SourceMoveRun | undefined> {
  const run = await findRun(db, moveRuns, { customerId, runId });
  return run && asMove(run);
}
