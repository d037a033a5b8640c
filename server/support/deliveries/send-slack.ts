import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { slackWebhook } from '#server/system/slack/slack-settings.ts';
import { postToSlack, type SlackAnswer } from '#server/system/slack/slack-webhook.ts';
import {
  type ClaimedMessage,
  claimMessage,
  customersWithMessages,
  failWaiting,
  type MessageEnd,
  settleMessage,
} from './slack-messages.ts';
import { slackQueue } from './slack-queue.ts';

type Ports = Pick<Services, 'db' | 'secrets' | 'now' | 'config'>;
type Wait = (milliseconds: number, stopping: AbortSignal) => Promise<void>;

const waitFor: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** A message that Slack did not take within these hours has failed. */
const mostHours = 24;
/** Messages that one job sends; the next job sends the others. */
const mostOfJob = 100;
/** A longer pause ends the job. */
const longestWaitMs = 5_000;

/**
 * Sends messages to Slack: one after another, one a second for each webhook, whatever number of processes. `wait` passes the time between
 * two messages.
 */
export const slackJobs = (ports: Ports, wait = waitFor): JobHandler[] => [
  handleJobs(slackQueue, {
    atOnce: 1,
    carryOut: ({ customerId }, stopping) => sendMessages({ ...ports, wait }, customerId, stopping),
    async sendDue(db) {
      for (const customerId of await customersWithMessages(db, ports.now())) await sendJob(db, slackQueue, { customerId });
    },
  }),
];

async function sendMessages(ports: Ports & { readonly wait: Wait }, customerId: number, stopping: AbortSignal): Promise<number> {
  const { db, now, config } = ports;
  let sent = 0;
  while (sent < mostOfJob && !stopping.aborted) {
    const webhook = await slackWebhook(ports);
    if (webhook === undefined) return sent + (await failWaiting(db, customerId, noWebhook, now()));
    const claim = await claimMessage(db, customerId, now());
    if (claim.kind === 'pause') {
      const pause = claim.nextAt.getTime() - now().getTime();
      if (pause > longestWaitMs) return sent;
      await ports.wait(Math.max(pause, 1), stopping);
      continue;
    }
    if (claim.kind !== 'claimed') return sent;
    const { message } = claim;
    const answer = await postToSlack(webhook, textOf(message), { allow: config.allowHosts });
    await settleMessage(db, { ...message, customerId }, await endOf(ports, customerId, message, answer), now());
    sent += 1;
  }
  return sent;
}

const noWebhook = 'No webhook of Slack is set. Enter one in the system settings.';

/** A message that goes again says so, since its readers may see it twice. */
const textOf = ({ text, inDoubt }: ClaimedMessage): string =>
  inDoubt === 0 ? text : `${text}\nThis message goes again, as Slack did not confirm it before.`;

async function endOf({ db, now }: Ports, customerId: number, { id }: ClaimedMessage, answer: SlackAnswer): Promise<MessageEnd> {
  if (answer.kind === 'sent') return { kind: 'sent' };
  const { words } = answer;
  if (answer.kind === 'refused') return { kind: 'failed', words };
  const { at } = await db
    .selectFrom('slack_message')
    .select('at')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (now().getTime() - new Date(at).getTime() > mostHours * 3_600_000)
    return { kind: 'failed', words: `Not sent within ${mostHours} hours: ${words}` };
  return { kind: 'later', words, isInDoubt: answer.kind === 'unsure', seconds: answer.kind === 'later' ? answer.seconds : null };
}
