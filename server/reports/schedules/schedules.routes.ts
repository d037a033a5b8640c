import { randomUUID } from 'node:crypto';
import { no, ok, type Result } from '#contract/kit/result.ts';
import {
  listScheduleRuns,
  listSchedules,
  mostSchedules,
  previewSchedule,
  removeSchedule,
  type ScheduleContent,
  saveSchedule,
  sendScheduled,
  testSchedule,
} from '#contract/reports/schedules.ts';
import { absent } from '#contract/rows/absent.ts';
import { isSendable, notSendable } from '#domain/reports/schedules/sendable.ts';
import { isWorthSending } from '#domain/reports/schedules/timing.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { timingOf } from '#server/runs/due/due-runs.ts';
import { nextInstant, nextInstants } from '#server/runs/due/instants.ts';
import { visibleConfiguration } from '../configurations/visible-configurations.ts';
import { type Plan, type Prepared, prepareWith } from './prepare.ts';
import { type Asker, keepRecipients, recipientsOf, unconfirmedAmong } from './recipients.ts';
import { scheduleQueue } from './schedule-queue.ts';
import { findSchedule, runOf, runsOf, type ScheduleRow, schedulesOf } from './schedule-rows.ts';
import { mailTo } from './send-run.ts';

const shownRuns = 50;
const noSchedule = { kind: 'not_found', what: 'This schedule was removed.' } as const;
/** Someone works as the owner: mail in their name is theirs to set up. */
const asOther = (actor: Actor) => actor.impersonating;

const listRoutes: Handler[] = [
  handle(listSchedules, async ({ cust }, { services: { db }, actor }) =>
    ok(await schedulesOf(db, cust, actor.administrator ? null : actor.userId)),
  ),

  handle(listScheduleRuns, async ({ cust, id }, { services: { db }, actor }) => {
    const schedule = await ownOrAny(db, cust, id, actor);
    return schedule ? ok(await runsOf(db, cust, id, shownRuns)) : no(noSchedule);
  }),
];

const changeRoutes: Handler[] = [
  handle(
    saveSchedule,
    { audit: 'reports.schedule.save', ownTransactions: true },
    async ({ cust, id, ...content }, { services, actor, record }) => {
      if (asOther(actor)) return no({ kind: 'forbidden' });
      const { db, now } = services;
      // Before the transaction, which sees this customer alone: the caller may belong to another one.
      const { zone, asker } = await whoAsks(db, cust, actor);
      const view = await visibleConfiguration(db, cust, actor.userId, content.configurationId);
      if (!view) return no(absent('reportConfiguration', content.configurationId));
      if (!isSendable(view)) return no(refused('configurationId', notSendable));
      const values = { ...stored(cust, actor, content), zone, paused_because: '' };
      const saved = await db.transaction().execute(async (tx) => {
        const savedId = await store(tx, id, { ...values, next_at: nextInstant(timingOf(values), zone, now()) });
        if (savedId === null) return null;
        await keepRecipients(tx, services, cust, values.addresses, asker);
        return { savedId, receipt: await record(tx, { object: ['schedule', savedId], facts: { name: view.name } }) };
      });
      if (saved === null && id !== 0) return no(noSchedule);
      if (saved === null)
        return no(refused('configurationId', `You have ${mostSchedules} schedules here already. Remove one first.`));
      const schedule = await findSchedule(db, cust, saved.savedId);
      return schedule ? done(schedule, saved.receipt) : no(noSchedule);
    },
  ),

  handle(removeSchedule, { audit: 'reports.schedule.remove' }, async ({ cust, id }, { tx, actor }) => {
    const schedule = await ownOrAny(tx, cust, id, actor);
    if (!schedule) return no(noSchedule);
    await tx.deleteFrom('report_schedule').where('customer_id', '=', cust).where('id', '=', id).execute();
    const { configuration } = schedule;
    return done(
      { message: `The schedule of “${configuration}” was removed` },
      { object: ['schedule', id], facts: { name: configuration } },
    );
  }),

  handle(sendScheduled, { audit: 'reports.schedule.send' }, async ({ cust, scheduleId }, { tx, services, actor }) => {
    const schedule = await ownOrAny(tx, cust, scheduleId, actor);
    if (!schedule) return no(noSchedule);
    if (schedule.isPaused) return no(refused('scheduleId', `This schedule is paused. ${schedule.pausedBecause}`));
    const run = await tx
      .insertInto('report_run')
      .values({ customer_id: cust, schedule_id: scheduleId, due_at: services.now(), by_hand: true })
      .returningAll()
      .executeTakeFirstOrThrow();
    await sendJob(tx, scheduleQueue, { customerId: cust, runId: run.id });
    return done(runOf(run), { object: ['schedule', scheduleId], facts: { name: schedule.configuration } });
  }),
];

/** What a schedule would send. `handlers` are the calls that answer the reports. */
const trialRoutes = (handlers: readonly Handler[]): Handler[] => [
  handle(previewSchedule, { audit: 'none: it only reads' }, async ({ cust, ...content }, call) => {
    const tried = await tryOut(call, handlers, cust, content);
    if (!tried.ok) return tried;
    const { plan, prepared } = tried.value;
    const ownerEmail = prepared.owner.email.toLowerCase();
    const { db, now } = call.services;
    const further = await recipientsOf(db, call.services, cust, plan.addresses);
    return ok({
      next: nextInstants(timingOf(plan), prepared.zone, now(), 3).map((at) => at.toISOString()),
      zone: prepared.zone,
      ...prepared.mail(null),
      rows: prepared.total,
      isSent: isWorthSending(prepared.total, content.threshold),
      to: [...new Set([...(content.dontSendMe ? [] : [ownerEmail]), ...further.map(({ address }) => address)])],
      unconfirmed: await unconfirmedAmong(db, cust, plan.addresses, ownerEmail),
      attached: prepared.file?.name ?? null,
    });
  }),

  handle(testSchedule, { audit: 'reports.schedule.test', ownTransactions: true }, async ({ cust, ...content }, call) => {
    if (asOther(call.actor)) return no({ kind: 'forbidden' });
    const tried = await tryOut(call, handlers, cust, content);
    if (!tried.ok) return tried;
    const { plan, prepared } = tried.value;
    const ownerEmail = prepared.owner.email.toLowerCase();
    const receipt = await call.services.db.transaction().execute(async (tx) => {
      await mailTo(tx, call.services, plan, prepared, { address: ownerEmail, stop: null }, `report test ${randomUUID()}`);
      return call.record(tx, { object: ['reportConfiguration', plan.configuration_id], facts: { name: prepared.name } });
    });
    return done({ message: `A test email is on its way to ${ownerEmail}` }, receipt);
  }),
];

/** Schedules of reports. `handlers` are the calls that answer the reports. */
export const scheduleRoutes = (handlers: readonly Handler[]): Handler[] => [
  ...listRoutes,
  ...changeRoutes,
  ...trialRoutes(handlers),
];

const refused = (field: string, sentence: string) => ({ kind: 'invalid', fields: { [field]: sentence } }) as const;

/** A schedule of the caller; of anyone for administrators. */
async function ownOrAny(db: Db | Tx, cust: number, id: number, actor: Actor) {
  const schedule = await findSchedule(db, cust, id);
  return schedule && (schedule.ownerId === actor.userId || actor.administrator) ? schedule : undefined;
}

type Values = ReturnType<typeof stored> & Pick<ScheduleRow, 'zone' | 'paused_because'> & { readonly next_at: Date };

/** Adds a schedule (id 0) or changes one of its owner. Null if there is no such schedule, or the owner has as many as one may have. */
async function store(tx: Tx, id: number, values: Values): Promise<number | null> {
  const { customer_id: customerId, owner_id: ownerId } = values;
  if (id === 0) {
    if ((await countOf(tx, customerId, ownerId)) >= mostSchedules) return null;
    const added = await tx.insertInto('report_schedule').values(values).returning('id').executeTakeFirstOrThrow();
    return added.id;
  }
  const changed = await tx
    .updateTable('report_schedule')
    .set(values)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst();
  return changed?.id ?? null;
}

async function countOf(tx: Tx, customerId: number, ownerId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('report_schedule')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

const stored = (cust: number, { userId }: Actor, content: ScheduleContent) => ({
  customer_id: cust,
  configuration_id: content.configurationId,
  owner_id: userId,
  frequency: content.frequency,
  days: content.days,
  day: content.day,
  on_time: content.time,
  file: content.file,
  dont_send_me: content.dontSendMe,
  addresses: [...new Set(content.addresses.map((address) => address.toLowerCase()))],
  threshold: content.threshold,
});

/** The clock of the customer, and the caller as an address that is asked reads about them. */
async function whoAsks(db: Db, cust: number, actor: Actor): Promise<{ readonly zone: string; readonly asker: Asker }> {
  const customer = await db.selectFrom('customer').select(['name', 'time_zone']).where('id', '=', cust).executeTakeFirstOrThrow();
  return { zone: customer.time_zone, asker: { name: actor.name, email: await emailOf(db, actor), customer: customer.name } };
}

async function emailOf(db: Db, { userId }: Actor): Promise<string> {
  const { email } = await withoutScope(db)
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email.toLowerCase();
}

type Tried = { readonly plan: Plan & Pick<ScheduleRow, 'addresses'>; readonly prepared: Prepared };

/** What a schedule with this content would send now, if the caller saved it. */
async function tryOut(
  { services, actor, signal }: Call,
  handlers: readonly Handler[],
  cust: number,
  content: ScheduleContent,
): Promise<Result<Tried, ReturnType<typeof refused>>> {
  const plan = { ...stored(cust, actor, content), id: 0 };
  const prepared = await prepareWith(services, handlers)(plan, signal);
  if (!prepared.ok) return no(refused('configurationId', prepared.error.words));
  return ok({ plan, prepared: prepared.value });
}
