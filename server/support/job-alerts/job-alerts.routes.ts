import { no, ok } from '#contract/kit/result.ts';
import {
  addJobAlert,
  alertLimits,
  type JobAlertDraft,
  listJobAlertRuns,
  listJobAlerts,
  readJobAlert,
  removeJobAlert,
  saveJobAlert,
} from '#contract/support/job-alerts.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, type RecordLine } from '#server/kit/http/audited.ts';
import { type Actor, type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { timingOf } from '#server/runs/due/due-runs.ts';
import { nextInstant } from '#server/runs/due/instants.ts';
import { draftProblem } from './alert-draft.ts';
import { alertRow, alertsOf, columnsOfDraft, findAlert, runsOf } from './alert-rows.ts';

const shownRuns = 50;
const noAlert = { kind: 'not_found', what: 'This job alert was removed.' } as const;
/** Someone works as the owner: emails in their name are theirs to set up. */
const asOther = (actor: Actor) => actor.impersonating;

/** Job alerts of a customer. */
export const jobAlertRoutes: Handler[] = [
  handle(listJobAlerts, async ({ cust }, { services: { db } }) => ok(await alertsOf(db, cust))),

  handle(readJobAlert, async ({ cust, id }, { services: { db } }) => {
    const alert = await findAlert(db, cust, id);
    return alert ? ok(alert) : no(noAlert);
  }),

  handle(listJobAlertRuns, async ({ cust, id }, { services: { db } }) =>
    (await alertRow(db, cust, id)) ? ok(await runsOf(db, cust, id, shownRuns)) : no(noAlert),
  ),

  handle(addJobAlert, { audit: 'alert.save', ownTransactions: true }, ({ cust, ...draft }, call) =>
    saved(call, cust, null, draft),
  ),

  handle(saveJobAlert, { audit: 'alert.save', ownTransactions: true }, ({ cust, id, ...draft }, call) =>
    saved(call, cust, id, draft),
  ),

  handle(removeJobAlert, { audit: 'alert.remove' }, async ({ cust, id }, { tx }) => {
    const alert = await alertRow(tx, cust, id, true);
    if (!alert) return no(noAlert);
    await tx.deleteFrom('job_alert').where('customer_id', '=', cust).where('id', '=', id).execute();
    await tx.deleteFrom('job_alert_job').where('customer_id', '=', cust).where('alert_id', '=', id).execute();
    return done({ message: `The alert “${alert.name}” was removed` }, { object: ['jobAlert', id], facts: { name: alert.name } });
  }),
];

type Saving = Call & { readonly record: RecordLine };

/** Adds an alert (id null) or changes one. The caller is its owner from now on; a paused one starts again. */
async function saved({ services, actor, record }: Saving, cust: number, id: number | null, draft: JobAlertDraft) {
  if (asOther(actor)) return no({ kind: 'forbidden' as const });
  const { db, now } = services;
  const problem = await draftProblem(db, cust, actor.userId, draft);
  if (problem) return no(problem);
  const zone = await zoneOfCustomer(db, cust);
  const columns = columnsOfDraft(draft);
  const next = draft.enabled ? nextInstant(timingOf(columns), zone, now()) : null;
  const values = { ...columns, owner_id: actor.userId, zone, next_at: next, paused_because: '' };
  const stored = await db.transaction().execute(async (tx) => {
    const before = id === null ? undefined : await alertRow(tx, cust, id, true);
    if (id !== null && !before) return noAlert;
    if (id === null && (await countOf(tx, cust)) >= alertLimits.alerts) return tooMany;
    const savedId = before ? await change(tx, cust, before.id, values) : await add(tx, cust, values);
    const changed = changesBetween(before && audited(before), audited(columns));
    return { savedId, receipt: await record(tx, { object: ['jobAlert', savedId], changed, facts: { name: draft.name } }) };
  });
  if ('kind' in stored) return no(stored);
  const alert = await findAlert(db, cust, stored.savedId);
  return alert ? done(alert, stored.receipt) : no(noAlert);
}

const tooMany = {
  kind: 'invalid',
  fields: { name: `A customer has at most ${alertLimits.alerts} job alerts. Remove one first.` },
} as const;

type Columns = ReturnType<typeof columnsOfDraft>;
type Values = Columns & { owner_id: number; zone: string; next_at: Date | null; paused_because: string };

async function add(tx: Tx, customerId: number, values: Values): Promise<number> {
  const query = tx.insertInto('job_alert').values({ customer_id: customerId, ...values });
  return (await query.returning('id').executeTakeFirstOrThrow()).id;
}

async function change(tx: Tx, customerId: number, id: number, values: Values): Promise<number> {
  await tx.updateTable('job_alert').set(values).where('customer_id', '=', customerId).where('id', '=', id).execute();
  return id;
}

async function countOf(tx: Db | Tx, customerId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('job_alert')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What people set, under the names of the log. */
const audited = ({ days, ...row }: Columns) => ({
  name: row.name,
  enabled: row.enabled,
  targetId: row.target_id,
  configurationId: row.configuration_id,
  frequency: row.frequency,
  days: days.join(', '),
  day: row.day,
  time: row.on_time,
  jobsInEmail: row.jobs_in_email,
  applyLink: row.apply_link,
  byDegree: row.by_degree,
  bySpecialty: row.by_specialty,
  byPlace: row.by_place,
  sendVia: row.send_via,
  emailText: row.email_text,
  smsText: row.sms_text,
});
