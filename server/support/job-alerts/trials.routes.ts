import { randomUUID } from 'node:crypto';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { previewJobAlert, testJobAlert } from '#contract/support/job-alerts.ts';
import { alertMail } from '#domain/job-alerts/alert-mail.ts';
import { timingOfAlert } from '#domain/job-alerts/alert-timing.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { nextInstants } from '#server/runs/due/instants.ts';
import { draftProblem } from './alert-draft.ts';
import { alertRow, columnsOfDraft } from './alert-rows.ts';
import { newAmong, readJobs } from './new-jobs.ts';
import { mailOf } from './send-alert.ts';

/** What an alert would send now, to look at, or to the caller alone. */
export const alertTrialRoutes: Handler[] = [
  handle(previewJobAlert, { audit: 'none: it only reads' }, async ({ cust, id, ...draft }, call) => {
    const { db, now } = call.services;
    const problem = await draftProblem(db, cust, call.actor.userId, draft);
    if (problem) return no(problem);
    const made = await tryOut(call, cust, { id, ...columnsOfDraft(draft) }, { firstName: 'Ann', lastName: 'Example' });
    if (!made.ok) return made;
    const zone = await zoneOfCustomer(db, cust);
    return ok({
      ...made.value.mail,
      newJobs: made.value.newJobs,
      next: nextInstants(timingOfAlert(draft), zone, now(), 3).map((at) => at.toISOString()),
      zone,
    });
  }),

  handle(testJobAlert, { audit: 'alert.test', ownTransactions: true }, async ({ cust, id }, call) => {
    const { services, actor, record } = call;
    if (actor.impersonating) return no({ kind: 'forbidden' });
    const alert = await alertRow(services.db, cust, id);
    if (!alert) return no({ kind: 'not_found', what: 'This job alert was removed.' });
    const { name, email } = await withoutScope(services.db)
      .selectFrom('app_user')
      .select(['name', 'email'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const [firstName = name, ...others] = name.split(' ');
    const made = await tryOut(call, cust, alert, { firstName, lastName: others.join(' ') });
    if (!made.ok) return made;
    const { subject, text, html } = made.value.mail;
    const receipt = await services.db.transaction().execute(async (tx) => {
      const cause = `job alert test ${randomUUID()}`;
      await services.mail.send(tx, { customerId: cust, cause, to: email, subject: `Test: ${subject}`, text, html });
      return record(tx, { object: ['jobAlert', id], facts: { name: alert.name } });
    });
    return done({ message: `A test email is on its way to ${email}` }, receipt);
  }),
];

type Tried = Pick<ReturnType<typeof columnsOfDraft>, 'configuration_id' | 'jobs_in_email' | 'email_text' | 'apply_link'> & {
  readonly id: number;
};
type Person = { readonly firstName: string; readonly lastName: string };
type Made = { readonly mail: ReturnType<typeof alertMail>; readonly newJobs: number };

/** The email that a person for whom every new job is right would get. Its link to stop is left out. */
async function tryOut(
  { services: { db, now }, actor, signal }: Call,
  customerId: number,
  alert: Tried,
  person: Person,
): Promise<Result<Made, { readonly kind: 'invalid'; readonly fields: Readonly<Record<string, string>> }>> {
  const asked = { customerId, configurationId: alert.configuration_id, ownerId: actor.userId, now: now(), signal };
  const read = await readJobs(db, asked);
  if (!read.ok) return no({ kind: 'invalid', fields: { configurationId: read.error } });
  const jobs = await newAmong(db, customerId, alert.id, read.value);
  if (jobs.length === 0)
    return no({
      kind: 'invalid',
      fields: {
        configurationId: 'This configuration has no new job now, so there is no email. Choose another one, or wait for jobs.',
      },
    });
  const customer = await nameOfCustomer(db, customerId);
  const shown = jobs.slice(0, alert.jobs_in_email);
  const mail = alertMail({ ...mailOf(alert, customer), ...person, jobs: shown, all: jobs.length, stop: null });
  return ok({ mail, newJobs: jobs.length });
}
