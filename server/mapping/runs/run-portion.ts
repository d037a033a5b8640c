import { sql } from 'kysely';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { type MappedPart, mappedPart, takenBack } from '#domain/mapping/run-step.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { ClaimedRun } from '#server/runs/run-kind.ts';
import { type MapWork, valuesOf } from './run-rows.ts';
import { rowsFor } from './run-work.ts';

/** A run that this process has claimed. */
export type MapRunClaim = ClaimedRun<MapWork>;
/** How a portion ends: more rows follow, all rows are done, or a user asked the run to stop. */
type Portion = 'more' | 'end' | 'stopped';

/** Rows per transaction, so that a run never blocks the customer's feed for long (sync.md, edge case 31). */
const portionRows = 500;

/**
 * Runs the next portion: reads the rows, lets `step` decide about each without a lock, then writes in one transaction the rows,
 * their previous state, and the run's progress. A run that is killed at any point resumes after its last complete portion.
 */
export async function runPortion(
  db: Db,
  run: MapRunClaim,
  step: (rows: readonly MapValueRow[]) => Promise<(row: MapValueRow) => MapValueRow>,
): Promise<Portion> {
  const before = await run.lease.read();
  if (before.stopping) return 'stopped';
  const { customerId, lease } = run;
  const { targetId, upto, rows: work } = run.work;
  const { rows: found } = await sql<{ id: number }>`
    select v.id from map_value v
    where v.customer_id = ${customerId} and v.target_id = ${targetId} and not v.deleted
      and v.id > ${before.cursor} and v.id <= ${upto} and ${rowsFor(work)}
    order by v.id limit ${portionRows}`.execute(db);
  const ids = found.map(({ id }) => id);
  const cursor = ids.at(-1);
  if (cursor === undefined) return 'end';
  const decide = await step(await valuesOf(db, customerId, ids, false));
  return db.transaction().execute(async (tx): Promise<Portion> => {
    await lease.hold(tx);
    const locked = await valuesOf(tx, customerId, ids, true);
    const changes = locked.flatMap((row) => {
      const after = decide(row);
      return after === row ? [] : [{ id: row.id, before: mappedPart(row), after: mappedPart(after), row: after }];
    });
    await keepChanges(tx, run, changes);
    await lease.advance(tx, { cursor, seen: ids.length, changed: changes.length });
    if (changes.length > 0)
      await writeRows(
        tx,
        customerId,
        changes.map(({ row }) => ({ collection: 'mapValue', row })),
      );
    return 'more';
  });
}

async function keepChanges(
  tx: Tx,
  { customerId, runId }: MapRunClaim,
  changes: readonly { id: number; before: MappedPart; after: MappedPart }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into map_run_change (customer_id, run_id, value_id, before, after)
    select ${customerId}, ${runId}, c.id, c.before, c.after
    from jsonb_to_recordset(${JSON.stringify(changes.map(({ id, before, after }) => ({ id, before, after })))}::jsonb)
      as c(id bigint, before jsonb, after jsonb)`.execute(tx);
}

/** Undoes the next portion of a run: restores the rows that no person has changed since. */
export async function undoPortion(db: Db, { customerId, runId, lease }: MapRunClaim): Promise<Portion> {
  return db.transaction().execute(async (tx): Promise<Portion> => {
    const { cursor: after, result } = await lease.hold(tx);
    const { rows: changes } = await sql<{ id: number; before: MappedPart; after: MappedPart }>`
      select value_id as id, before, after from map_run_change
      where customer_id = ${customerId} and run_id = ${runId} and value_id > ${after} and not undone
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
      where customer_id = ${customerId} and run_id = ${runId} and value_id = any(${restored.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
    const sum = (field: 'restored' | 'kept', more: number) => ({ [field]: Number(result[field] ?? 0) + more });
    const counts = { ...sum('restored', restored.length), ...sum('kept', changes.length - restored.length) };
    await lease.advance(tx, { cursor, seen: 0, changed: 0, result: counts });
    if (restored.length > 0)
      await writeRows(
        tx,
        customerId,
        restored.map((row) => ({ collection: 'mapValue', row })),
      );
    return 'more';
  });
}
