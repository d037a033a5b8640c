import { no, ok, type Result } from '#contract/kit/result.ts';
import {
  listMoves,
  moveToChild,
  previewMove,
  type SourceMoveRun,
  stopMove,
  type TargetPair,
  undoMove,
} from '#contract/people/moves.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { namedCustomers, resolveCustomer } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { findRun, startRun, stopRun, undoRun } from '#server/runs/run-rows.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { type Kin, readKin } from './movable-customers.ts';
import { previewOf } from './move-preview.ts';
import { findMove, type MoveWork, moveRuns, newestMoves } from './move-runs.ts';
import { readTargets } from './move-targets.ts';

type Between = { readonly parent: number; readonly child: number };
type Problem = { kind: 'not_found' } | { kind: 'invalid'; fields: Record<string, string> };

/** Moves sources of a parent to its child (docs/decisions/0059). The moves themselves are runs of the parent. */
export const moveRoutes: Handler[] = [
  handle(previewMove, { audit: onlyReads }, async ({ parent, child, targets }, { services }) => {
    const kin = await kinOf(services.db, { parent, child });
    return kin.ok ? ok(await previewOf(services.db, { parent, child }, kin.value, targets)) : kin;
  }),

  handle(
    moveToChild,
    { audit: 'source.move.ask', stepUp: true },
    async ({ parent, child, sourceIds, targets }, { tx, services, actor }) => {
      await holdCustomers(tx, [parent, child]);
      const kin = await kinOf(tx, { parent, child });
      if (!kin.ok) return kin;
      const sources = await sourcesOf(tx, parent, sourceIds);
      if (typeof sources === 'string') return no({ kind: 'invalid', fields: { sourceIds: sources } });
      const problem = await pairsProblem(tx, { parent, child }, targets);
      if (problem !== null) return no({ kind: 'invalid', fields: { targets: problem } });
      const pairs = targets.map(({ from, to }): [number, number] => [from, to]);
      const work: MoveWork = { ...kin.value, childId: child, targets: pairs, sources };
      const by = { askedBy: actor.userId, byName: actor.name, now: services.now() };
      const request = { customerId: parent, key: 'move', name: nameOf(work), work, total: sources.length, ...by };
      const id = await startRun(tx, moveRuns, request);
      const move = id === null ? undefined : await findMove(tx, parent, id);
      return move
        ? done(move, { ...lineOf(move), facts: { ...lineOf(move).facts, sources: sources.map(({ name }) => name) } })
        : no({ kind: 'conflict', current: { message: busy } });
    },
  ),

  handle(listMoves, async ({ customer }, { services, actor }) => {
    const named = await resolveCustomer(services.db, actor, customer);
    return named.ok ? ok(await newestMoves(services.db, namedCustomers(customer))) : no({ kind: 'not_found' });
  }),

  handle(stopMove, { audit: 'source.move.stop' }, async ({ customer, id }, { tx, services }) => {
    const before = await findMove(tx, customer, id);
    if (!before) return no({ kind: 'not_found' });
    const stopped = await stopRun(tx, moveRuns, { customerId: customer, runId: id }, services.now());
    const after = await findMove(tx, customer, id);
    if (!stopped || !after) return no({ kind: 'conflict', current: { message: 'The move has ended already.' } });
    return done(after, lineOf(after));
  }),

  handle(undoMove, { audit: 'source.move.undo.ask', stepUp: true }, async ({ customer, id }, { tx, actor }) => {
    const ref = { customerId: customer, runId: id };
    if (!(await findRun(tx, moveRuns, ref, { lock: true }))) return no({ kind: 'not_found' });
    const before = await findMove(tx, customer, id);
    if (!before?.canUndo) return no({ kind: 'conflict', current: { message: 'This move has nothing to undo now.' } });
    const started = await undoRun(tx, moveRuns, ref, actor.userId);
    const after = await findMove(tx, customer, id);
    return started && after ? done(after, lineOf(after)) : no({ kind: 'conflict', current: { message: busy } });
  }),
];

const busy = 'Another move of this parent is not done yet. Wait for it, or stop it.';

const lineOf = ({ parent, id, parentName, childName, sources }: SourceMoveRun) => ({
  customerId: parent,
  object: ['run', id] as const,
  facts: { parent: parentName, child: childName, sources: sources.map(({ name }) => name) },
});

/** What a move does, as a sentence. */
const nameOf = ({ sources, childName }: MoveWork): string =>
  `Move ${sources.length === 1 ? sources[0]?.name : `${sources.length} sources`} to ${childName}`;

/** The names of two customers between whom sources can move. */
async function kinOf(db: Db | Tx, between: Between): Promise<Result<Kin, Problem>> {
  const kin = await readKin(db, between, { linked: true });
  if (kin === null) return no({ kind: 'not_found' });
  return 'words' in kin ? no({ kind: 'invalid', fields: { child: kin.words } }) : ok(kin);
}

/** The chosen sources with their names, or why one cannot be chosen. */
async function sourcesOf(tx: Tx, parent: number, chosen: readonly number[]): Promise<{ id: number; name: string }[] | string> {
  const ids = [...new Set(chosen)];
  const rows = await tx
    .selectFrom('source')
    .select(['id', 'row'])
    .where('customer_id', '=', parent)
    .where('id', 'in', ids)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  const gone = ids.find((id) => !rows.some((row) => row.id === id));
  if (gone !== undefined) return `The parent has no source ${gone} any more: choose again.`;
  return rows.map(({ id, row }) => ({ id, name: (row as { name: string }).name }));
}

/** Why pairs of targets cannot be used, as a sentence; null if they can. Whether they are enough is judged for each source. */
async function pairsProblem(tx: Tx, { parent, child }: Between, pairs: readonly TargetPair[]): Promise<string | null> {
  const [own, theirs] = [await readTargets(tx, parent), await readTargets(tx, child)];
  const stray = pairs.find(({ from, to }) => !own.has(from) || !theirs.has(to));
  if (stray) return 'One of the chosen targets does not exist any more: choose again.';
  const isTwice =
    new Set(pairs.map(({ from }) => from)).size < pairs.length || new Set(pairs.map(({ to }) => to)).size < pairs.length;
  return isTwice ? 'Choose a different target of the child for each target of the parent.' : null;
}
