import pg from 'pg';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { MapRun } from '#contract/mapping/mapping-runs.ts';
import { absent } from '#contract/rows/absent.ts';
import { may } from '#domain/rights/may.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { Actor, Call } from '#server/kit/http/handle.ts';
import { findRun as findStored, stopRun as stopStored, undoRun } from '#server/runs/run-rows.ts';
import { findRun, mapRuns, noteRun, queueRun } from './run-rows.ts';
import { kindsOf, type RunWork, rightsOf } from './run-work.ts';

export type NotAllowed = { kind: 'not_found'; what?: string } | { kind: 'forbidden'; needs: string };
export type RunRefused = NotAllowed | { kind: 'conflict'; current: { message: string } };

/** Null if the customer's target exists and the caller has the rights for the run; else the reason. */
export async function runRefusal(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  targetId: number,
  work: RunWork,
): Promise<NotAllowed | null> {
  if (!(await storedRow(services.db, customerId, 'target', targetId))) return absent('target', targetId);
  const needs = rightsOf(work).find((right) => !may(actor, right));
  return needs === undefined ? null : { kind: 'forbidden', needs };
}

const plurals = { facility: 'facilities', degree: 'degrees', specialty: 'specialties', shift: 'shifts' } as const;
/** The kinds that a run changes, as text: "degrees and specialties". */
export const kindLabels = (work: RunWork): string =>
  kindsOf(work)
    .map((kind) => plurals[kind])
    .join(' and ');

/** Queues a run and returns it. The service then executes it in the background. */
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

/** Asks a run to stop after its current portion. A queued run ends at once. */
export async function stopRun(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  id: number,
): Promise<Result<MapRun, RunRefused>> {
  const { db, now } = services;
  return db.transaction().execute(async (tx) => {
    const ref = { customerId, runId: id };
    const run = await findStored(tx, mapRuns, ref, { lock: true });
    if (!run) return no(absent('mapping run', id));
    const refused = forbiddenFor(actor, run.work.rows);
    if (refused) return no(refused);
    if (await stopStored(tx, mapRuns, ref, now()))
      await noteRun(tx, { customerId, by: actor, now: now() }, 'mapping.run.cancel', { run: id });
    const after = await findRun(tx, customerId, id);
    return after ? ok(after) : no(absent('mapping run', id));
  });
}

/** Starts the undo of a run. Does nothing if the run is already undone. */
export async function takeRunBack(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  customerId: number,
  id: number,
): Promise<Result<MapRun, RunRefused>> {
  const { db, now } = services;
  const undone = db.transaction().execute(async (tx) => {
    const ref = { customerId, runId: id };
    const run = await findStored(tx, mapRuns, ref, { lock: true });
    if (!run) return no(absent('mapping run', id));
    const refused = forbiddenFor(actor, run.work.rows);
    if (refused) return no(refused);
    if (run.state === 'queued' || run.state === 'running')
      return no({ kind: 'conflict' as const, current: { message: 'The run is not done yet. Stop it first.' } });
    if (run.state !== 'undoing' && run.state !== 'undone') {
      if (!(await undoRun(tx, mapRuns, ref, actor.userId))) return busy;
      await noteRun(tx, { customerId, by: actor, now: now() }, 'mapping.run.undo', { run: id });
    }
    const after = await findRun(tx, customerId, id);
    return after ? ok(after) : no(absent('mapping run', id));
  });
  // Another run of the target was queued at the same moment.
  return undone.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.constraint === 'run_one') return busy;
    throw error;
  });
}

function forbiddenFor(actor: Actor, work: RunWork): NotAllowed | null {
  const needs = rightsOf(work).find((right) => !may(actor, right));
  return needs === undefined ? null : { kind: 'forbidden', needs };
}

/** The message of recomputed suggestions. */
export const valuesChanged = (count: number): string => `${count.toLocaleString('en-US')} value${count === 1 ? '' : 's'} changed`;

/** The message of a completed run. */
export const affected = (count: number): string => messages.autoMapComplete({ count });
