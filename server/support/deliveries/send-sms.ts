import type { Result } from '#contract/kit/result.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { smsAccess } from '#server/system/sms/sms-settings.ts';
import { type SmsFound, type SmsPort, type SmsProblem, twilioPort } from '#server/system/sms/twilio.ts';
import {
  type ClaimedSms,
  claimSms,
  customersWithSms,
  endPause,
  endWaiting,
  knownSids,
  pauseSms,
  type SmsEnd,
  settleSms,
} from './sms-messages.ts';
import { smsQueue } from './sms-queue.ts';
import { keepSmsAnswer } from './sms-stops.ts';

type Ports = Pick<Services, 'db' | 'secrets' | 'now' | 'config'>;

/** What calls the provider; `isFound` says whether its list has the message of a claim. */
export type SmsParts = {
  readonly open: (
    ports: Ports,
  ) => Promise<{ readonly port: Pick<SmsPort, 'send' | 'messagesTo'>; readonly providerId: number } | undefined>;
  readonly isFound: (claim: ClaimedSms, message: SmsFound) => boolean;
};

/** A trial account puts words before the text, so that the end is compared. */
const ownParts: SmsParts = {
  async open(ports) {
    const access = await smsAccess(ports);
    return access && { port: twilioPort({ ...access, allow: ports.config.allowHosts }), providerId: access.providerId };
  },
  isFound: ({ text }, { body }) => body.endsWith(text),
};

/** A message that was not sent within these hours is given up. */
const mostHours = 24;
/** Messages that one job takes; the next job takes the others. */
const mostOfJob = 500;
/** A request in doubt is looked up after these seconds, and a last time when its message is in no list after so many. */
const [firstLookSeconds, lastLookSeconds] = [60, 600];
/** Seconds until the next look after the list could not be read. */
const lookAgainSeconds = 300;
/** After so many requests in doubt a message does not go again. */
const mostDoubts = 3;
/** The clocks of the provider and of this machine may differ by so much. */
const clockMs = 120_000;
/** So many pauses one after another count as an error for alerts. */
const alertAfter = 4;

/** Sends text messages: each once, whatever number of processes. */
export const smsJobs = (ports: Ports, parts: SmsParts = ownParts): JobHandler[] => [
  handleJobs(smsQueue, {
    atOnce: 2,
    carryOut: ({ customerId }, stopping) => sendMessages(ports, parts, customerId, stopping),
    async sendDue(db) {
      for (const customerId of await customersWithSms(db, ports.now())) await sendJob(db, smsQueue, { customerId });
    },
  }),
];

const noAccount = 'No account for text messages is connected. Connect one in the system settings.';

async function sendMessages(ports: Ports, parts: SmsParts, customerId: number, stopping: AbortSignal): Promise<number> {
  const { db, now } = ports;
  const opened = await parts.open(ports);
  if (!opened) return endWaiting(db, customerId, noAccount, now());
  let worked = 0;
  while (worked < mostOfJob && !stopping.aborted) {
    const claim = await claimSms(db, customerId, now());
    if (!claim) break;
    const end = await workOn({ ...ports, ...parts, port: opened.port }, claim);
    await db.transaction().execute((tx) => keepEnd(tx, { claim, end, at: now(), providerId: opened.providerId }));
    worked += 1;
  }
  return worked;
}

type Work = Pick<Ports, 'db' | 'now'> & Pick<SmsParts, 'isFound'> & { readonly port: Pick<SmsPort, 'send' | 'messagesTo'> };

const secondsSince = (at: string, now: Date): number => (now.getTime() - Date.parse(at)) / 1000;

async function workOn(work: Work, claim: ClaimedSms): Promise<SmsEnd> {
  const age = secondsSince(claim.at, work.now());
  if (claim.state === 'doubt') return lookUp(work, claim, age);
  if (claim.isStopped) return { kind: 'stopped', words: 'The recipient wants no text messages.' };
  if (age > mostHours * 3600) return { kind: 'failed', words: `Not sent within ${mostHours} hours.` };
  return endOf(await work.port.send(claim.to, claim.text));
}

/** What an answer means. One that may have sent the message leaves it in doubt. */
function endOf(answer: Result<{ sid: string }, SmsProblem>): SmsEnd {
  if (answer.ok) return { kind: 'sent', sid: answer.value.sid };
  const { kind, words, seconds = null } = answer.error;
  if (kind === 'unsure') return { kind: 'doubt', words, seconds: firstLookSeconds, isNew: true };
  if (kind === 'stopped') return { kind, words };
  return kind === 'refused' ? { kind: 'failed', words } : { kind: 'paused', words, seconds };
}

/**
 * Looks whether the provider's list of messages to this number has the message. It goes again only if two looks, the last one at least
 * ten minutes after the request, did not find it.
 */
async function lookUp({ db, now, port, isFound }: Work, claim: ClaimedSms, age: number): Promise<SmsEnd> {
  const since = new Date(Date.parse(claim.askedAt) - clockMs);
  const list = await port.messagesTo(claim.to, since);
  const waited = secondsSince(claim.doubtSince ?? claim.askedAt, now());
  if (!list.ok)
    return age > mostHours * 3600
      ? { kind: 'unknown', words: `It is not known whether it was sent. ${list.error.words}` }
      : { kind: 'doubt', words: list.error.words, seconds: list.error.seconds ?? lookAgainSeconds };
  const known = await knownSids(
    db,
    claim.customerId,
    list.value.map(({ sid }) => sid),
  );
  const found = list.value.find((message) => !known.has(message.sid) && isFound(claim, message));
  if (found) return { kind: 'sent', sid: found.sid };
  const words = 'Twilio did not confirm it, and does not list it.';
  if (waited < lastLookSeconds || claim.looks === 0)
    return { kind: 'doubt', words, seconds: Math.max(lastLookSeconds - waited, 1), looked: true };
  return claim.inDoubt >= mostDoubts ? { kind: 'unknown', words: `${words} It does not go again.` } : { kind: 'again' };
}

type Ended = { readonly claim: ClaimedSms; readonly end: SmsEnd; readonly at: Date; readonly providerId: number };

/** Stores an end with what follows from it: a pause, an error for alerts, a stop that only the provider knew. */
async function keepEnd(tx: Tx, { claim, end, at, providerId }: Ended): Promise<void> {
  if (!(await settleSms(tx, claim, end, at))) return;
  const { customerId } = claim;
  if (end.kind === 'sent') await endPause(tx, customerId);
  if (end.kind === 'stopped' && !claim.isStopped)
    await keepSmsAnswer(tx, { providerId, key: claim.key, answer: 'stop', messageId: '', at });
  const failures = end.kind === 'paused' ? await pauseSms(tx, customerId, end.seconds, at) : 0;
  if (end.kind === 'failed' || end.kind === 'unknown' || (end.kind === 'paused' && failures === alertAfter))
    await noteError(tx, { customerId, kind: 'sms_failed', at, about: 'Text message', words: end.words });
}
