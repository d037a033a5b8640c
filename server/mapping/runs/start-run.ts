import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { MapRun } from '#contract/mapping/mapping-runs.ts';
import { may } from '#domain/rights/may.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { Actor, Call } from '#server/kit/http/handle.ts';
import { findRun, noteRun, queueRun } from './run-rows.ts';
import { kindsOf, type RunWork, rightsOf } from './run-work.ts';

export type NotAllowed = { kind: 'not_found' } | { kind: 'forbidden'; needs: string };
export type RunRefused = NotAllowed | { kind: 'conflict'; current: { message: string } };

/** Whether a customer's target exists and the caller may do what a run does; null where both hold. */
export async function runRefusal(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  targetId: number,
  work: RunWork,
): Promise<NotAllowed | null> {
  if (!(await storedRow(services.db, customerId, 'target', targetId))) return { kind: 'not_found' };
  const needs = rightsOf(work).find((right) => !may(actor, right));
  return needs === undefined ? null : { kind: 'forbidden', needs };
}

const plurals = { facility: 'facilities', degree: 'degrees', specialty: 'specialties', shift: 'shifts' } as const;
/** What a run changes, in words: "degrees and specialties". */
export const kindWords = (work: RunWork): string =>
  kindsOf(work)
    .map((kind) => plurals[kind])
    .join(' and ');

/** Queues a run and answers it; the service goes on by itself. */
export async function startRun(
  call: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  targetId: number,
  work: RunWork,
  name: string,
): Promise<Result<MapRun, RunRefused>> {
  const refused = await runRefusal(call, customerId, targetId, work);
  if (refused) return no(refused);
  const { services, actor } = call;
  return services.db.transaction().execute(async (tx) => {
    const id = await queueRun(tx, { customerId, targetId, work, name, by: actor, now: services.now() });
    const run = id === null ? undefined : await findRun(tx, customerId, id);
    return run ? ok(run) : busy;
  });
}

const busy = no({
  kind: 'conflict' as const,
  current: { message: 'Another run over this target is not done yet. Wait for it, or stop it.' },
});

/** Asks a run to stop after its present portion; one that still waits ends at once. */
export async function stopRun(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  id: number,
): Promise<Result<MapRun, RunRefused>> {
  const { db, now } = services;
  return db.transaction().execute(async (tx) => {
    const run = await lockedRun(tx, customerId, id);
    if (!run) return no({ kind: 'not_found' as const });
    const refused = forbiddenFor(actor, run.work);
    if (refused) return no(refused);
    const at = now();
    const stop =
      run.state === 'queued'
        ? { state: 'cancelled' as const, ended_at: at, message: 'Stopped before it began' }
        : { stopping: true };
    if (run.state === 'queued' || run.state === 'running') {
      await tx.updateTable('map_run').set(stop).where('customer_id', '=', customerId).where('id', '=', id).execute();
      await noteRun(tx, { customerId, by: actor, now: at }, 'mapping.run.cancel', { run: id });
    }
    const after = await findRun(tx, customerId, id);
    return after ? ok(after) : no({ kind: 'not_found' as const });
  });
}

/** Begins to take a run back. Undoing one that is undone already does nothing. */
export async function takeRunBack(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  id: number,
): Promise<Result<MapRun, RunRefused>> {
  const { db, now } = services;
  return db.transaction().execute(async (tx) => {
    const run = await lockedRun(tx, customerId, id);
    if (!run) return no({ kind: 'not_found' as const });
    const refused = forbiddenFor(actor, run.work);
    if (refused) return no(refused);
    if (run.state === 'queued' || run.state === 'running')
      return no({ kind: 'conflict' as const, current: { message: 'The run is not done yet. Stop it first.' } });
    if (run.state !== 'undoing' && run.state !== 'undone') {
      await tx
        .updateTable('map_run')
        .set({
          state: 'undoing',
          cursor_id: 0,
          kept: 0,
          ended_at: null,
          stopping: false,
          asked_by: actor.userId,
          lease_until: null,
        })
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .execute();
      await noteRun(tx, { customerId, by: actor, now: now() }, 'mapping.run.undo', { run: id });
    }
    const after = await findRun(tx, customerId, id);
    return after ? ok(after) : no({ kind: 'not_found' as const });
  });
}

const lockedRun = async (tx: Parameters<typeof findRun>[0], customerId: number, id: number) => {
  const row = await tx
    .selectFrom('map_run')
    .select(['state', 'work'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { state: row.state, work: row.work as RunWork };
};

function forbiddenFor(actor: Actor, work: RunWork): NotAllowed | null {
  const needs = rightsOf(work).find((right) => !may(actor, right));
  return needs === undefined ? null : { kind: 'forbidden', needs };
}

/** The sentence of a run that is complete. */
export const affected = (count: number): string => messages.autoMapComplete({ count });
