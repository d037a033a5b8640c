import type { Selectable } from 'kysely';
import type { Schedule, ScheduleRun } from '#contract/reports/schedules.ts';
import { viewAddress } from '#domain/reports/view-address.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Database } from '#server/kit/db/schema.ts';
import { timingOf } from '#server/runs/due/due-runs.ts';
import { unconfirmedOf } from './recipients.ts';

/** A stored schedule. */
export type ScheduleRow = Selectable<Database['report_schedule']>;
/** A stored run. */
export type RunRow = Selectable<Database['report_run']>;

/** A run as the calls say it. */
export const runOf = (row: RunRow): ScheduleRun => ({
  id: row.id,
  dueAt: row.due_at,
  endedAt: row.ended_at,
  state: row.state,
  rows: row.row_count,
  mails: row.mails,
  message: row.message,
  byHand: row.by_hand,
});

/** The schedules of a customer, by name of their views: all, or those of one owner. */
export async function schedulesOf(db: Db | Tx, customerId: number, ownerId: number | null): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('report_schedule')
    .selectAll()
    .where('customer_id', '=', customerId)
    .$if(ownerId !== null, (query) => query.where('owner_id', '=', ownerId ?? 0))
    .orderBy('id')
    .execute();
  const shown = await shownSchedules(db, customerId, rows);
  return shown.sort((a, b) => a.configuration.localeCompare(b.configuration, 'en') || a.id - b.id);
}

/** One schedule of a customer as the calls say it; undefined if there is none. */
export async function findSchedule(db: Db | Tx, customerId: number, id: number): Promise<Schedule | undefined> {
  const row = await scheduleRow(db, customerId, id);
  return row && (await shownSchedules(db, customerId, [row]))[0];
}

/** One stored schedule. `lock` keeps others from changing it until the end of the transaction. */
export const scheduleRow = (db: Db | Tx, customerId: number, id: number, lock = false): Promise<ScheduleRow | undefined> =>
  db
    .selectFrom('report_schedule')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** The newest runs of a schedule, and the number of all. */
export async function runsOf(db: Db, customerId: number, scheduleId: number, most: number) {
  const query = db
    .selectFrom('report_run')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('schedule_id', '=', scheduleId)
    .orderBy('id', 'desc');
  const { total, rows } = await readNewest(query, most);
  return { total, rows: rows.map(runOf) };
}

async function shownSchedules(db: Db | Tx, customerId: number, rows: readonly ScheduleRow[]): Promise<Schedule[]> {
  if (rows.length === 0) return [];
  const views = new Map((await rowsOf(db as Db, customerId, 'reportConfiguration')).map((view) => [view.id, view]));
  const names = await namesOf(
    db,
    rows.map(({ owner_id: id }) => id),
  );
  const last = await lastRuns(
    db,
    customerId,
    rows.map(({ id }) => id),
  );
  const unconfirmed = await unconfirmedOf(db, customerId);
  return rows.map((row) => {
    const view = views.get(row.configuration_id);
    const opens = view && viewAddress(view);
    return {
      id: row.id,
      configurationId: row.configuration_id,
      ...timingOf(row),
      days: [...row.days],
      file: row.file,
      dontSendMe: row.dont_send_me,
      addresses: [...row.addresses],
      threshold: row.threshold,
      configuration: view?.name ?? 'Removed view',
      report: opens?.screen ?? 'Report that no longer exists',
      reportUrl: opens?.path ?? '/report_myreports',
      ownerId: row.owner_id,
      owner: names.get(row.owner_id) ?? 'A former user',
      zone: row.zone,
      unconfirmed: row.addresses.filter((address) => unconfirmed.has(address)),
      isPaused: row.next_at === null,
      pausedBecause: row.paused_because,
      nextAt: row.next_at,
      lastRun: last.get(row.id) ?? null,
    };
  });
}

/** Names of users by id. An owner may belong to another customer, such as an administrator of the provider. */
async function namesOf(db: Db | Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const people = await withoutScope(db).selectFrom('app_user').select(['id', 'name']).where('id', 'in', userIds).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

async function lastRuns(
  db: Db | Tx,
  customerId: number,
  scheduleIds: readonly number[],
): Promise<ReadonlyMap<number, ScheduleRun>> {
  const rows = await db
    .selectFrom('report_run')
    .distinctOn('schedule_id')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('schedule_id', 'in', scheduleIds)
    .orderBy('schedule_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.schedule_id, runOf(row)]));
}
