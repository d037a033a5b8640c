import { sql } from 'kysely';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { type MappedPart, mappedPart, takenBack } from '#domain/mapping/run-step.ts';
import { publish } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { valuesOf } from './run-rows.ts';
import { type RunWork, rowsFor } from './run-work.ts';

/** A run that this process has claimed. `fence` tells its own claim from a later one by another process. */
export type ClaimedRun = {
  readonly customerId: number;
  readonly id: number;
  readonly targetId: number;
  readonly work: RunWork;
  readonly undoing: boolean;
  readonly askedBy: number;
  readonly byName: string;
  readonly fence: number;
};

/** How a run ends a portion: there is more, all is done, somebody asked it to stop, or another process took it over. */
export type Portion = 'more' | 'end' | 'stopped' | 'lost';

/** Rows a transaction, so that a run never holds the customer's feed for long (sync.md, edge case 31). */
const portionRows = 500;
const leaseSeconds = 30;

type Progress = { cursor: number; upto: number; stopping: boolean };

/** Where a claimed run stands, locked; undefined where the claim is no longer this process's. */
async function progressOf(tx: Db | Tx, run: ClaimedRun, lock: boolean): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select cursor_id as cursor, upto_id as upto, stopping from map_run
    where customer_id = ${run.customerId} and id = ${run.id} and fence = ${run.fence} ${lock ? sql`for update` : sql``}`.execute(
    tx,
  );
  return rows[0];
}

/**
 * Runs the next portion: reads the rows, lets `step` decide about each apart from any lock, then writes in one transaction the
 * rows, what they were before, and how far the run is. Killed anywhere, the run goes on from its last whole portion.
 */
export async function runPortion(
  db: Db,
  run: ClaimedRun,
  step: (rows: readonly MapValueRow[]) => Promise<(row: MapValueRow) => MapValueRow>,
  now: () => Date,
): Promise<Portion> {
  const before = await progressOf(db, run, false);
  if (!before) return 'lost';
  if (before.stopping) return 'stopped';
  const { customerId, targetId, work } = run;
  const { rows: found } = await sql<{ id: number }>`
    select v.id from map_value v
    where v.customer_id = ${customerId} and v.target_id = ${targetId} and not v.deleted
      and v.id > ${before.cursor} and v.id <= ${before.upto} and ${rowsFor(work)}
    order by v.id limit ${portionRows}`.execute(db);
  const ids = found.map(({ id }) => id);
  const cursor = ids.at(-1);
  if (cursor === undefined) return 'end';
  const decide = await step(await valuesOf(db, customerId, ids, false));
  return db.transaction().execute(async (tx): Promise<Portion> => {
    if (!(await progressOf(tx, run, true))) return 'lost';
    const locked = await valuesOf(tx, customerId, ids, true);
    const changes = locked.flatMap((row) => {
      const after = decide(row);
      return after === row ? [] : [{ id: row.id, before: mappedPart(row), after: mappedPart(after), row: after }];
    });
    await keepChanges(tx, run, changes);
    await sql`update map_run set cursor_id = ${cursor}, seen = seen + ${ids.length}, changed = changed + ${changes.length},
      lease_until = ${leaseUntil(now())} where customer_id = ${customerId} and id = ${run.id}`.execute(tx);
    if (changes.length > 0)
      await publish(
        tx,
        customerId,
        changes.map(({ row }) => ({ collection: 'mapValue', row })),
      );
    return 'more';
  });
}

export const leaseUntil = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000);

async function keepChanges(
  tx: Tx,
  { customerId, id }: ClaimedRun,
  changes: readonly { id: number; before: MappedPart; after: MappedPart }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into map_run_change (customer_id, run_id, value_id, before, after)
    select ${customerId}, ${id}, c.id, c.before, c.after
    from jsonb_to_recordset(${JSON.stringify(changes.map(({ id, before, after }) => ({ id, before, after })))}::jsonb)
      as c(id bigint, before jsonb, after jsonb)`.execute(tx);
}

/** Takes the next portion of a run back: rows that no person changed since are as they were before it. */
export async function undoPortion(db: Db, run: ClaimedRun, now: () => Date): Promise<Portion> {
  const { customerId } = run;
  return db.transaction().execute(async (tx): Promise<Portion> => {
    const progress = await progressOf(tx, run, true);
    if (!progress) return 'lost';
    const { rows: changes } = await sql<{ id: number; before: MappedPart; after: MappedPart }>`
      select value_id as id, before, after from map_run_change
      where customer_id = ${customerId} and run_id = ${run.id} and value_id > ${progress.cursor} and not undone
      order by value_id limit ${portionRows}`.execute(tx);
    const cursor = changes.at(-1)?.id;
    if (cursor === undefined) return 'end';
    const changeOf = new Map(changes.map((change) => [change.id, change]));
    const locked = await valuesOf(
      tx,
      customerId,
      changes.map(({ id }) => id),
      true,
    );
    const restored = locked.flatMap((row) => {
      const change = changeOf.get(row.id);
      const back = change ? takenBack(row, change.before, change.after) : row;
      return back === row ? [] : [back];
    });
    await sql`update map_run_change set undone = true
      where customer_id = ${customerId} and run_id = ${run.id} and value_id = any(${restored.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
    await sql`update map_run set cursor_id = ${cursor}, restored = restored + ${restored.length},
      kept = kept + ${changes.length - restored.length}, lease_until = ${leaseUntil(now())}
      where customer_id = ${customerId} and id = ${run.id}`.execute(tx);
    if (restored.length > 0)
      await publish(
        tx,
        customerId,
        restored.map((row) => ({ collection: 'mapValue', row })),
      );
    return 'more';
  });
}
