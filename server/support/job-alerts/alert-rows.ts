import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { JobAlert, JobAlertDraft, JobAlertRun } from '#contract/support/job-alerts.ts';
import { timingOfAlert, whenOf } from '#domain/job-alerts/alert-timing.ts';
import { candidatesProblem } from '#domain/targets/candidates.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Database } from '#server/kit/db/schema.ts';
import { timingOf } from '#server/runs/due/due-runs.ts';
import { countSms, noSms, type SmsCounts } from '../deliveries/sms-counts.ts';

/** A stored alert, and a stored run. */
export type AlertRow = Selectable<Database['job_alert']>;
export type AlertRunRow = Selectable<Database['job_alert_run']>;

/** The columns of a draft. */
export function columnsOfDraft(draft: JobAlertDraft) {
  const { frequency, days, day, time } = timingOfAlert(draft);
  return {
    name: draft.name,
    enabled: draft.enabled,
    target_id: draft.targetId,
    configuration_id: draft.configurationId,
    frequency,
    days: [...days],
    day,
    on_time: time,
    jobs_in_email: draft.jobsInEmail,
    apply_link: draft.applyLink,
    by_degree: draft.byDegree,
    by_specialty: draft.bySpecialty,
    by_place: draft.byPlace,
    send_via: draft.sendVia,
    email_text: draft.emailText,
    sms_text: draft.smsText,
  };
}

const contentOf = (row: AlertRow): JobAlertDraft => ({
  name: row.name,
  enabled: row.enabled,
  targetId: row.target_id,
  configurationId: row.configuration_id,
  ...whenOf(timingOf(row)),
  days: [...whenOf(timingOf(row)).days],
  jobsInEmail: row.jobs_in_email,
  applyLink: row.apply_link,
  byDegree: row.by_degree,
  bySpecialty: row.by_specialty,
  byPlace: row.by_place,
  sendVia: row.send_via,
  emailText: row.email_text,
  smsText: row.sms_text,
});

/** One stored alert. `lock` keeps others from changing it until the end of the transaction. */
export const alertRow = (db: Db | Tx, customerId: number, id: number, lock = false): Promise<AlertRow | undefined> =>
  db
    .selectFrom('job_alert')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** The alerts of a customer as the calls say them, by name. */
export async function alertsOf(db: Db, customerId: number): Promise<JobAlert[]> {
  const rows = await db.selectFrom('job_alert').selectAll().where('customer_id', '=', customerId).execute();
  const shown = await shownAlerts(db, customerId, rows);
  return shown.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}

/** One alert as the calls say it; undefined if there is none. Not in a transaction, which sees no owner of another customer. */
export async function findAlert(db: Db, customerId: number, id: number): Promise<JobAlert | undefined> {
  const row = await alertRow(db, customerId, id);
  return row && (await shownAlerts(db, customerId, [row]))[0];
}

async function shownAlerts(db: Db, customerId: number, rows: readonly AlertRow[]): Promise<JobAlert[]> {
  if (rows.length === 0) return [];
  const views = new Map((await rowsOf(db, customerId, 'reportConfiguration')).map((view) => [view.id, view]));
  const targets = new Map((await rowsOf(db, customerId, 'target')).map((target) => [target.id, target]));
  const owners = new Map(
    (
      await withoutScope(db)
        .selectFrom('app_user')
        .select(['id', 'name'])
        .where(
          'id',
          'in',
          rows.map(({ owner_id: id }) => id),
        )
        .execute()
    ).map(({ id, name }) => [id, name]),
  );
  const last = await lastRuns(db, customerId);
  return rows.map((row) => {
    const target = targets.get(row.target_id);
    const view = views.get(row.configuration_id);
    return {
      id: row.id,
      ...contentOf(row),
      configuration: view && !view.purged ? view.name : 'Removed configuration',
      target: target?.name ?? 'Removed target',
      targetProblem: candidatesProblem(target) ?? '',
      owner: owners.get(row.owner_id) ?? 'A former user',
      zone: row.zone,
      pausedBecause: row.paused_because,
      nextAt: row.next_at,
      lastRun: last.get(row.id) ?? null,
    };
  });
}

/** The emails of a run for which a condition holds. */
const mailsWhere = (condition: RawBuilder<unknown>) => sql<number>`(select count(*)::integer from mail m
  where m.customer_id = job_alert_run.customer_id and m.alert_run_id = job_alert_run.id and ${condition})`;

/** Runs with what became of their emails, which are counted from the emails themselves. */
const runsWithMail = (db: Db, customerId: number) =>
  db
    .selectFrom('job_alert_run')
    .selectAll()
    .select([
      mailsWhere(sql`m.sent_at is null and m.failed_at is null`).as('mails_waiting'),
      mailsWhere(sql`m.sent_at is not null`).as('mails_sent'),
      mailsWhere(sql`m.in_doubt > 0`).as('mails_in_doubt'),
      mailsWhere(sql`m.failed_at is not null`).as('mails_refused'),
    ])
    .where('customer_id', '=', customerId);

type Counted = AlertRunRow & Readonly<Record<'mails_waiting' | 'mails_sent' | 'mails_in_doubt' | 'mails_refused', number>>;

const runOf = (row: Counted, sms: SmsCounts): JobAlertRun => ({
  id: row.id,
  dueAt: row.due_at,
  endedAt: row.ended_at,
  state: row.state,
  newJobs: row.new_jobs,
  found: row.found,
  matched: row.matched,
  unsubscribed: row.unsubscribed,
  waiting: row.mails_waiting,
  sent: row.mails_sent,
  inDoubt: row.mails_in_doubt,
  refused: row.mails_refused,
  sms,
  message: row.message,
});

/** The newest runs of an alert, and the number of all. */
export async function runsOf(db: Db, customerId: number, alertId: number, most: number) {
  const query = runsWithMail(db, customerId).where('alert_id', '=', alertId).orderBy('id', 'desc');
  const { total, rows } = await readNewest(query, most);
  return { total, rows: await runsWithSms(db, customerId, rows) };
}

async function runsWithSms(db: Db, customerId: number, rows: readonly Counted[]): Promise<JobAlertRun[]> {
  const sms = await countSms(
    db,
    customerId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => runOf(row, sms.get(row.id) ?? noSms));
}

async function lastRuns(db: Db, customerId: number): Promise<ReadonlyMap<number, JobAlertRun>> {
  const newest = db
    .selectFrom('job_alert_run')
    .select((e) => e.fn.max('id').as('id'))
    .where('customer_id', '=', customerId)
    .groupBy('alert_id');
  const rows = await runsWithMail(db, customerId).where('id', 'in', newest).execute();
  const runs = await runsWithSms(db, customerId, rows);
  return new Map(rows.flatMap(({ alert_id: alertId }, at) => (runs[at] ? [[alertId, runs[at]]] : [])));
}
