import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { no, ok } from '#contract/kit/result.ts';
import { type Counted, countRecipients, sendNoticeMail } from '#contract/support/notice-mail.ts';
import { audienceProblem, tidyAudience } from '#domain/notices/audience.ts';
import { filledHtml, messagePlaceholderProblem, placeholderProblem } from '#domain/notices/placeholders.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { cleanHtml, plainText } from '#server/kit/lib/clean-html.ts';
import { findLongWork } from '#server/runs/long-work.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { noticeMailRuns } from './notice-mail-run.ts';
import { countedOf, type Recipient, recipientsOf } from './recipients.ts';

/** Emails of the provider to people of its customers: counted first, then confirmed and sent. */
export const noticeMailRoutes: Handler[] = [
  handle(countRecipients, { audit: onlyReads }, async (sent, { services: { db } }) => {
    const judged = sendable(sent);
    if ('fields' in judged) return no({ kind: 'invalid', fields: judged.fields });
    const recipients = await recipientsOf(db, sent, sent.type);
    return ok({
      ...countedOf(recipients),
      preview: filledHtml(judged.message, { name: 'Ann Example', customerName: 'Example Staffing' }),
    });
  }),
  handle(sendNoticeMail, { audit: 'notice.mail', stepUp: true }, async ({ people, token, ...sent }, { tx, services, actor }) => {
    const judged = sendable(sent);
    if ('fields' in judged) return no({ kind: 'invalid', fields: judged.fields });
    const recipients = await recipientsOf(tx, sent, sent.type);
    const now = countedOf(recipients);
    if (now.token !== token) return no({ kind: 'conflict', current: { message: changedWords(now), ...now } });
    if (now.people !== people)
      return no({ kind: 'invalid', fields: { people: `Enter ${now.people} to confirm: so many people get the email.` } });
    const asked = {
      type: sent.type,
      subject: sent.subject,
      message: judged.message,
      asked_by: actor.userId,
      asked_at: services.now(),
    };
    const { mailId, work } = await queueMail(tx, { customer_id: actor.customerId, ...asked }, recipients, actor.name);
    const { customers, crawlers, targetKinds, everyone } = tidyAudience(sent);
    const facts = { subject: sent.subject, type: sent.type, people, customers, crawlers, targetKinds, everyone };
    return done(
      { message: `The email is being sent to ${peopleWords(people)}.`, work },
      { object: ['noticeMail', mailId], facts, customerId: actor.customerId },
    );
  }),
];

const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);

const changedWords = ({ people }: Counted): string =>
  `The audience has changed since it was counted: the email would now go to ${peopleWords(people)}. Check it, then confirm the new number.`;

/** The cleaned message, or what is wrong with an email by field. */
function sendable(sent: ArgsOf<typeof countRecipients>): { message: string } | { fields: Record<string, string> } {
  const audience = audienceProblem(sent);
  if (audience !== null) return { fields: { audience } };
  const subject = placeholderProblem(sent.subject);
  if (subject !== null) return { fields: { subject } };
  const message = cleanHtml(sent.message);
  if (plainText(message) === '') return { fields: { message: 'Write the message' } };
  const problem = messagePlaceholderProblem(message, plainText(message));
  return problem === null ? { message } : { fields: { message: problem } };
}

type Asked = {
  readonly customer_id: number;
  readonly type: 1 | 2 | 3;
  readonly subject: string;
  readonly message: string;
  readonly asked_by: number;
  readonly asked_at: Date;
};

/** Stores an email with its people, and queues the work that sends it. */
async function queueMail(tx: Tx, asked: Asked, recipients: readonly Recipient[], byName: string) {
  const { id: mailId } = await tx
    .insertInto('notice_mail')
    .values({ ...asked, recipients: JSON.stringify(recipients) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { customer_id: customerId, asked_by: askedBy, asked_at: now } = asked;
  const name = `Email “${asked.subject}”`;
  const request = { customerId, key: null, name, work: { mailId }, total: recipients.length, askedBy, byName, now };
  const runId = await startRun(tx, noticeMailRuns, request);
  const work = runId === null ? undefined : await findLongWork(tx, customerId, runId);
  if (runId === null || !work) throw new Error('an email could not be queued');
  await tx
    .updateTable('notice_mail')
    .set({ run_id: runId })
    .where('customer_id', '=', customerId)
    .where('id', '=', mailId)
    .execute();
  return { mailId, work };
}
