import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { filledHtml, filledText } from '#domain/notices/placeholders.ts';
import { may } from '#domain/rights/may.ts';
import { isOpen } from '#server/kit/db/at-work.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { plainText } from '#server/kit/lib/clean-html.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import { type ClaimedRun, type DoRun, defineRunKind } from '#server/runs/run-kind.ts';
import { type Recipient, subscribers } from './recipients.ts';

const Work = z.object({ mailId: z.number() });
type Work = z.infer<typeof Work>;

/** Emails of the provider to people. Several may be sent beside each other. */
export const noticeMailRuns = defineRunKind<Work>({
  name: 'notice-mail',
  work: Work,
  limits: { atOnce: 1, perCustomer: 2, perHost: 1 },
  tries: 5,
});

type Context = RunContext & Pick<Services, 'mail'>;

/** Sends the emails of the provider in the background. */
export const noticeMailJobs = (services: Context): JobHandler[] => [
  runHandler(services, noticeMailRuns, sendNoticeMails(services)),
];

/** People per transaction. */
const portionPeople = 50;

type Campaign = {
  readonly id: number;
  readonly type: 1 | 2 | 3;
  readonly subject: string;
  readonly message: string;
  readonly recipients: readonly Recipient[];
};

/**
 * Stores one email for each person of the list that was confirmed. A portion and how far the run is are one transaction, and a person gets one
 * email for a cause: so a process that dies, or two at once, send each email once. People who have left since, or switched the alert off, get
 * none.
 */
export const sendNoticeMails =
  (context: Context): DoRun<Work> =>
  async (run) => {
    const holder = run.askedBy === null ? undefined : await holderOf(context.db, run.askedBy, run.customerId);
    if (!holder || !may(holder, 'admin')) return { state: 'failed', message: messages.insufficientRights };
    const campaign = await readCampaign(run);
    if (!campaign) return { state: 'failed', message: 'The email is gone. Write and send it again.' };
    const how = await inPortions(run.lease, () => sendPortion(context, run, campaign));
    if (how === 'gave way') return how;
    return {
      state: how === 'end' ? 'done' : 'cancelled',
      message: ({ seen, changed }) => endWords(how, { sent: changed, left: seen - changed, total: campaign.recipients.length }),
    };
  };

const peopleWords = (count: number): string => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);

function endWords(
  how: 'end' | 'stopped',
  { sent, left, total }: { readonly sent: number; readonly left: number; readonly total: number },
): string {
  if (how === 'stopped') return `Stopped. The email was sent to ${peopleWords(sent)} of ${total.toLocaleString('en-US')}.`;
  const skipped = left === 0 ? '' : ` ${peopleWords(left)} left or switched the alert off in the meantime, and got none.`;
  return `The email was sent to ${peopleWords(sent)}.${skipped}`;
}

const readCampaign = ({ db, customerId, work }: ClaimedRun<Work>): Promise<Campaign | undefined> =>
  db
    .selectFrom('notice_mail')
    .select(['id', 'type', 'subject', 'message', 'recipients'])
    .where('customer_id', '=', customerId)
    .where('id', '=', work.mailId)
    .executeTakeFirst();

/** The next people of one customer, and no more than a portion. */
function nextOf(recipients: readonly Recipient[], from: number): Recipient[] {
  const portion = recipients.slice(from, from + portionPeople);
  const end = portion.findIndex(([customerId]) => customerId !== portion[0]?.[0]);
  return end === -1 ? portion : portion.slice(0, end);
}

async function sendPortion(context: Context, run: ClaimedRun<Work>, campaign: Campaign): Promise<'more' | 'end' | 'stopped'> {
  const { cursor: from } = await run.lease.read();
  const portion = nextOf(campaign.recipients, from);
  const customerId = portion[0]?.[0];
  if (customerId === undefined) return 'end';
  const both = scopeTo(context.db, [run.customerId, customerId]);
  return both.transaction().execute(async (tx) => {
    const { cursor, stopping } = await run.lease.hold(tx);
    if (stopping) return 'stopped';
    if (cursor !== from) return 'more';
    const sent = await mailPeople(context, tx, campaign, customerId, portion);
    await run.lease.advance(tx, { cursor: from + portion.length, seen: portion.length, changed: sent });
    return 'more';
  });
}

/** Stores the emails of some people of one customer. Returns how many. */
async function mailPeople(
  { mail }: Context,
  tx: Tx,
  { id, type, subject, message }: Campaign,
  customerId: number,
  portion: readonly Recipient[],
): Promise<number> {
  const customer = await tx
    .selectFrom('customer as c')
    .select('c.name')
    .where('c.id', '=', customerId)
    .where(isOpen('c'))
    .executeTakeFirst();
  if (!customer) return 0;
  const people = await subscribers(tx, type, [customerId])
    .select(['id', 'name', 'email'])
    .where(
      'id',
      'in',
      portion.map(([, userId]) => userId),
    )
    .orderBy('id')
    .execute();
  for (const person of people) {
    const placed = { name: person.name, customerName: customer.name };
    const html = filledHtml(message, placed);
    await mail.send(tx, {
      customerId,
      cause: mailCause(id, person.id),
      to: person.email,
      subject: filledText(subject, placed),
      text: plainText(html),
      html,
    });
  }
  return people.length;
}

/** Why a person gets an email: one for each email of the provider. */
const mailCause = (mailId: number, userId: number): string => `notice mail ${mailId} to person ${userId}`;
