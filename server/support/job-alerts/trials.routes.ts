import { randomUUID } from 'node:crypto';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { previewJobAlert, testJobAlert } from '#contract/support/job-alerts.ts';
import { alertMail } from '#domain/job-alerts/alert-mail.ts';
import { alertSms } from '#domain/job-alerts/alert-sms.ts';
import { timingOfAlert } from '#domain/job-alerts/alert-timing.ts';
import { phoneOf } from '#domain/sms/phone.ts';
import { segmentsOf } from '#domain/sms/segments.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { nextInstants } from '#server/runs/due/instants.ts';
import { storeSms } from '../deliveries/sms-messages.ts';
import { phoneKey, stoppedAmong } from '../deliveries/sms-stops.ts';
import { draftProblem } from './alert-draft.ts';
import { alertRow, columnsOfDraft } from './alert-rows.ts';
import { newAmong, readJobs } from './new-jobs.ts';
import { channelsOf, mailOf } from './send-alert.ts';

/** What an alert would send now, to look at, or to the caller alone. */
export const alertTrialRoutes: Handler[] = [
  handle(previewJobAlert, { audit: 'none: it only reads' }, async ({ cust, id, ...draft }, call) => {
    const { db, now } = call.services;
    const problem = await draftProblem(db, cust, call.actor.userId, draft);
    if (problem) return no(problem);
    const made = await tryOut(call, cust, { id, ...columnsOfDraft(draft) }, { firstName: 'Ann', lastName: 'Example' });
    if (!made.ok) return made;
    const zone = await zoneOfCustomer(db, cust);
    const { mail, sms } = made.value;
    return ok({
      ...(mail ?? { subject: '', html: '', text: '' }),
      sms: sms === null ? null : shownSms(sms),
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
    const caller = await callerOf(services, actor.userId);
    const phone = channelsOf(alert).includes('sms') ? await phoneOfCaller(services, caller.phone) : ok(null);
    if (!phone.ok) return phone;
    const [firstName = caller.name, ...others] = caller.name.split(' ');
    const made = await tryOut(call, cust, alert, { firstName, lastName: others.join(' ') });
    if (!made.ok) return made;
    const { mail, sms } = made.value;
    const receipt = await services.db.transaction().execute(async (tx) => {
      const cause = `job alert test ${randomUUID()}`;
      const to = { customerId: cust, cause, to: caller.email };
      if (mail) await services.mail.send(tx, { ...to, ...mail, subject: `Test: ${mail.subject}` });
      const texts = sms !== null && phone.value !== null ? [{ cause, runId: null, ...phone.value, text: sms }] : [];
      await storeSms(tx, cust, texts, services.now());
      return record(tx, { object: ['jobAlert', id], facts: { name: alert.name } });
    });
    return done({ message: testWords(mail === null ? null : caller.email, sms !== null) }, receipt);
  }),
];

/** Where a test goes, without the number of the phone. */
const testWords = (email: string | null, bySms: boolean): string =>
  [
    ...(email === null ? [] : [`A test email is on its way to ${email}`]),
    ...(bySms ? [`${email === null ? 'A' : 'a'} test text message is on its way to your phone`] : []),
  ].join(', and ');

const callerOf = ({ db }: Pick<Services, 'db'>, userId: number) =>
  withoutScope(db).selectFrom('app_user').select(['name', 'email', 'phone']).where('id', '=', userId).executeTakeFirstOrThrow();

const testFields = (words: string) => no({ kind: 'invalid', fields: { sendVia: words } } as const);

/** The number and key of the caller's own phone, or why it gets no test. */
async function phoneOfCaller({ db, secrets }: Pick<Services, 'db' | 'secrets'>, typed: string | null) {
  const to = phoneOf(typed ?? '');
  if (to === undefined)
    return testFields('Add the number of your mobile phone to your contact first, such as (775) 555-0100. The test goes there.');
  const key = phoneKey(secrets, to);
  return (await stoppedAmong(db, [key])).has(key)
    ? testFields('Your phone answered STOP to text messages. Send START from it, then test again.')
    : ok({ to, key });
}

/** A text message with what it costs. */
function shownSms(text: string) {
  const { alphabet, places, segments } = segmentsOf(text);
  return { text, characters: places, segments, unicode: alphabet === 'unicode' };
}

type Tried = Pick<
  ReturnType<typeof columnsOfDraft>,
  'configuration_id' | 'jobs_in_email' | 'email_text' | 'apply_link' | 'send_via' | 'sms_text'
> & {
  readonly id: number;
};
type Person = { readonly firstName: string; readonly lastName: string };
type Made = { readonly mail: ReturnType<typeof alertMail> | null; readonly sms: string | null; readonly newJobs: number };

/** The messages that a person for whom every new job is right would get. The link to stop is left out of the email. */
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
        configurationId: 'This configuration has no new job now, so there is no message. Choose another one, or wait for jobs.',
      },
    });
  const customer = await nameOfCustomer(db, customerId);
  const shown = jobs.slice(0, alert.jobs_in_email);
  const content = { ...mailOf(alert, customer), ...person, jobs: shown, all: jobs.length };
  const channels = channelsOf(alert);
  return ok({
    mail: channels.includes('email') ? alertMail({ ...content, stop: null }) : null,
    sms: channels.includes('sms') ? alertSms({ ...content, smsText: alert.sms_text }) : null,
    newJobs: jobs.length,
  });
}
