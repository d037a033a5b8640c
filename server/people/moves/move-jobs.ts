import { messages } from '#contract/kit/messages.ts';
import { may } from '#domain/rights/may.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { ClaimedRun, DoRun, RunEnd } from '#server/runs/run-kind.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { readKin } from './movable-customers.ts';
import { type MoveWork, moveRuns, type Outcome, outcomesOf } from './move-runs.ts';
import { moveSource, type SourceMove } from './move-source.ts';
import { readPrints } from './prints.ts';
import { CannotUndo, type MadeMove, undoMoves } from './undo-moves.ts';

type MoveContext = RunContext & { readonly secrets: Pick<Secrets, 'put' | 'take'> };
type MoveClaim = ClaimedRun<MoveWork>;

/** The job handler for moves of sources and their undo. */
export const moveJobs = (context: MoveContext): JobHandler[] => [runHandler(context, moveRuns, doMove(context))];

const doMove =
  (context: MoveContext): DoRun<MoveWork> =>
  async (run) => {
    const holder = run.askedBy === null ? undefined : await holderOf(context.db, run.askedBy, run.customerId);
    if (!holder || !may(holder, 'admin')) return { state: 'failed', message: messages.insufficientRights };
    if (run.undoing) return undoRun(context, run);
    const how = await inPortions(run.lease, () => movePortion(context, run));
    return how === 'gave way' ? how : endOf(run.work, how);
  };

/** A transaction that reaches both customers. */
const inBoth = <T>({ db }: MoveContext, { customerId, work }: MoveClaim, body: (tx: Tx) => Promise<T>): Promise<T> =>
  scopeTo(db, [customerId, work.childId]).transaction().execute(body);

/** Moves the next source and remembers what became of it, in one transaction: a killed process repeats it whole or not at all. */
const movePortion = (context: MoveContext, run: MoveClaim): Promise<'more' | 'end' | 'stopped'> =>
  inBoth(context, run, async (tx) => {
    const { cursor, stopping, result } = await run.lease.hold(tx);
    const source = run.work.sources[cursor];
    if (!source) return 'end';
    if (stopping) return 'stopped';
    const outcome = await moveOne(context, tx, run, source);
    const sources = [...outcomesOf(result), outcome];
    await run.lease.advance(tx, {
      cursor: cursor + 1,
      seen: 1,
      changed: outcome.counts ? 1 : 0,
      result: { sources },
    });
    return 'more';
  });

const moveOf = ({ customerId, work: { childId, targets } }: MoveClaim, sourceId: number): SourceMove => ({
  from: customerId,
  to: childId,
  sourceId,
  targets: new Map(targets),
});

async function moveOne(
  context: MoveContext,
  tx: Tx,
  run: MoveClaim,
  source: { readonly id: number; readonly name: string },
): Promise<Outcome> {
  const words = await kinProblem(tx, run, { linked: true });
  if (words !== null) return { ...source, counts: null, words, prints: null };
  const move = moveOf(run, source.id);
  const moved = await moveSource(tx, context.secrets, move);
  if (!moved.moved) return { ...source, counts: null, words: moved.words, prints: null };
  await noteMoves(context, tx, run, [{ name: source.name, move }]);
  return { ...source, counts: moved.counts, words: null, prints: await readPrints(tx, move.to, move.sourceId) };
}

/** Why nothing moves between the two now; null if it does. Holds both customers, so that it stays true. */
async function kinProblem(tx: Tx, { customerId, work }: MoveClaim, which: { readonly linked: boolean }): Promise<string | null> {
  await holdCustomers(tx, [customerId, work.childId]);
  const kin = await readKin(tx, { parent: customerId, child: work.childId }, which);
  if (kin === null) return 'One of the two customers is deleted: restore it first.';
  return 'words' in kin ? kin.words : null;
}

/** One line for each source at the customer that it leaves, and one at the customer that gets it. */
async function noteMoves(
  { now }: MoveContext,
  tx: Tx,
  { askedBy, work, customerId }: MoveClaim,
  moves: readonly Pick<MadeMove, 'name' | 'move'>[],
  back = false,
): Promise<void> {
  const line = { at: now(), actorId: askedBy, userId: askedBy, name: back ? 'source.move.undo' : 'source.move' };
  for (const { name, move } of moves) {
    const facts = { name, parent: work.parentName, child: work.childName };
    for (const id of [customerId, work.childId])
      await writeAudit(tx, { ...line, customerId: id, object: ['source', move.sourceId], facts });
  }
}

const countedSources = (count: number) => `${count} ${count === 1 ? 'source' : 'sources'}`;

const endOf = ({ childName, sources }: MoveWork, how: 'end' | 'stopped'): RunEnd => ({
  state: how === 'end' ? 'done' : 'cancelled',
  message({ changed }) {
    const stays = sources.length - changed;
    const moved = `${countedSources(changed)} moved to ${childName}`;
    if (how === 'stopped') return `Stopped. ${moved}`;
    return stays === 0 ? moved : `${moved}, ${countedSources(stays)} not moved`;
  },
});

/** Moves everything back in one transaction, or nothing. */
async function undoRun(context: MoveContext, run: MoveClaim): Promise<RunEnd> {
  const { parentName } = run.work;
  const undone = await inBoth(context, run, async (tx): Promise<number | readonly string[]> => {
    const { result } = await run.lease.hold(tx);
    const problem = await kinProblem(tx, run, { linked: false });
    if (problem !== null) return [problem];
    const moves = outcomesOf(result).flatMap(({ id, name, prints }): MadeMove[] =>
      prints === null ? [] : [{ name, prints, move: moveOf(run, id) }],
    );
    const { words } = await undoMoves(tx, context.secrets, moves);
    if (words.length > 0) return words;
    await noteMoves(context, tx, run, moves, true);
    return moves.length;
  }).catch((error: unknown) => {
    if (error instanceof CannotUndo) return error.words;
    throw error;
  });
  if (typeof undone === 'number') return { state: 'undone', message: `${countedSources(undone)} moved back to ${parentName}` };
  return { state: 'done', message: `Not undone. ${undone.join(' ')}` };
}
