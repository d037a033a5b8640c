import { alertMail } from '#domain/job-alerts/alert-mail.ts';
import { alertSms } from '#domain/job-alerts/alert-sms.ts';
import { type AlertJob, type Candidate, jobsFor, type MatchBy, mailAddressOf } from '#domain/job-alerts/matching.ts';
import { phoneOf } from '#domain/sms/phone.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { OpenTargets } from '#server/targets/open-target.ts';
import { storeSms } from '../deliveries/sms-messages.ts';
import { phoneKey, stoppedAmong } from '../deliveries/sms-stops.ts';
import { addressKey, stopToken } from './addresses.ts';
import type { AlertRow, AlertRunRow } from './alert-rows.ts';

/** Most candidates that one run writes to. */
export const mostMails = 5000;

/** What the sending of alerts needs. */
export type AlertParts = Pick<Services, 'mail' | 'secrets'> & { readonly config: Pick<Services['config'], 'publicUrl'> };

/** By what an alert matches. */
const matchOf = ({ by_degree, by_specialty, by_place }: AlertRow): MatchBy => ({
  byDegree: by_degree,
  bySpecialty: by_specialty,
  byPlace: by_place,
});

/** By what an alert is sent. */
type Channel = 'email' | 'sms';
export const channelsOf = ({ send_via: via }: Pick<AlertRow, 'send_via'>): readonly Channel[] =>
  via === 'both' ? ['email', 'sms'] : [via];

/** A candidate with jobs to read about, and where they are sent: an address or a number, with its key. */
export type Match = {
  readonly channel: Channel;
  readonly candidate: Candidate;
  readonly to: string;
  readonly key: string;
  readonly jobs: ReturnType<typeof jobsFor>;
};

/**
 * Candidates with matching jobs: `found` of the target, `matched` of them with an address or number to write to, and the messages to those
 * who want some. Nothing of them leaves the memory but messages.
 */
export type Matched = { readonly found: number; readonly matched: number; readonly matches: readonly Match[] };

/** Reads every candidate of a target. A sentence if its list could not be read: an error that passes. */
export async function readCandidates(
  open: OpenTargets,
  customerId: number,
  targetId: number,
  asked: { readonly mobiles: boolean },
): Promise<readonly Candidate[] | { readonly words: string }> {
  const target = await open(customerId, targetId);
  if (!target) return { words: 'The target is not connected. Check its connection.' };
  if (!target.candidates) return { words: 'This target cannot be asked for candidates. Choose a Bullhorn target.' };
  const all: Candidate[] = [];
  for (;;) {
    const page = await target.candidates.pageAfter(all.at(-1)?.id ?? null, asked);
    if (page.kind === 'unread') return { words: page.words };
    if (page.candidates.length === 0) return all;
    all.push(...page.candidates);
  }
}

/**
 * Matches candidates with jobs. One who is in the ATS twice with the same address, or the same number, gets one message there. One without a
 * usable address or number is not matched.
 */
export function matchAll(
  parts: Pick<AlertParts, 'secrets'>,
  alert: AlertRow,
  candidates: readonly Candidate[],
  jobs: readonly AlertJob[],
): Matched {
  const by = matchOf(alert);
  const matches = new Map<string, Match>();
  const refusing = new Set<string>();
  const people = new Set<string>();
  for (const candidate of candidates) {
    const suiting = jobsFor(jobs, candidate, by, alert.jobs_in_email);
    const places = suiting.all === 0 ? [] : placesOf(candidate, alert);
    for (const { channel, to, isWanted } of places) {
      if (!isWanted) refusing.add(to);
      if (matches.has(to)) continue;
      const key = channel === 'email' ? addressKey(parts.secrets, alert.customer_id, to) : phoneKey(parts.secrets, to);
      matches.set(to, { channel, candidate, to, key, jobs: suiting });
    }
    if (places[0]) people.add(places[0].to);
  }
  const wanted = [...matches.values()].filter(({ to }) => !refusing.has(to));
  return { found: candidates.length, matched: people.size, matches: wanted };
}

type Place = { readonly channel: Channel; readonly to: string; readonly isWanted: boolean };

/** Where a candidate can be written to, and whether the ATS says that they want it there. */
function placesOf({ email, mobile, optedOut, agreedToSms }: Candidate, alert: AlertRow): readonly Place[] {
  const places = { email: mailAddressOf(email), sms: phoneOf(mobile) };
  const wanted = { email: !optedOut, sms: agreedToSms };
  return channelsOf(alert).flatMap((channel) => {
    const to = places[channel];
    return to === undefined ? [] : [{ channel, to, isWanted: wanted[channel] }];
  });
}

/** Those of some matches who want alerts. */
export async function withoutStopped(tx: Tx | Db, customerId: number, matches: readonly Match[]): Promise<readonly Match[]> {
  const stopped = await tx.selectFrom('job_alert_stop').select('address_key').where('customer_id', '=', customerId).execute();
  const addresses = new Set(stopped.map(({ address_key: key }) => key));
  const texts = matches.filter(({ channel }) => channel === 'sms').map(({ key }) => key);
  const phones = texts.length === 0 ? new Set<string>() : await stoppedAmong(tx, texts);
  return matches.filter(({ channel, key }) => !(channel === 'email' ? addresses : phones).has(key));
}

/** How many people some matches are: one who gets an email and a text message is one. */
export const peopleOf = (matches: readonly Match[]): number => new Set(matches.map(({ candidate }) => candidate.id)).size;

type Sending = {
  readonly alert: AlertRow;
  readonly run: AlertRunRow;
  readonly customer: string;
  readonly at: Date;
};

/** Stores the messages of a run: one to each address and each number, however often the run is tried. */
export async function storeMessages(tx: Tx, parts: AlertParts, sending: Sending, matches: readonly Match[]): Promise<void> {
  for (const match of matches) if (match.channel === 'email') await storeMail(tx, parts, sending, match);
  const { alert, run, customer, at } = sending;
  const texts = matches.filter(({ channel }) => channel === 'sms');
  const messages = texts.map(({ candidate, to, key, jobs }) => ({
    cause: `job alert run ${run.id} ${key}`,
    runId: run.id,
    to,
    key,
    text: alertSms({ ...mailOf(alert, customer), smsText: alert.sms_text, ...candidate, jobs: jobs.shown, all: jobs.all }),
  }));
  await storeSms(tx, alert.customer_id, messages, at);
}

async function storeMail(
  tx: Tx,
  parts: AlertParts,
  { alert, run, customer }: Sending,
  { candidate, to, key, jobs }: Match,
): Promise<void> {
  const { customer_id: customerId } = alert;
  const stop = new URL(`/auth/jobalerts/${stopToken(parts.secrets, customerId, key)}`, parts.config.publicUrl).href;
  const mail = alertMail({ ...mailOf(alert, customer), ...candidate, jobs: jobs.shown, all: jobs.all, stop });
  const cause = `job alert run ${run.id} ${key}`;
  await parts.mail.send(tx, { customerId, cause, to, ...mail, alert: { runId: run.id, unsubscribe: stop } });
}

/** What all messages of an alert have in common. */
export const mailOf = (
  { email_text: emailText, apply_link: applyLink }: Pick<AlertRow, 'email_text' | 'apply_link'>,
  customer: string,
) => ({
  emailText,
  applyLink,
  customer,
});
