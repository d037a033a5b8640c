import { alertMail } from '#domain/job-alerts/alert-mail.ts';
import { type AlertJob, type Candidate, jobsFor, type MatchBy, mailAddressOf } from '#domain/job-alerts/matching.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { OpenTargets } from '#server/targets/open-target.ts';
import { type AddressKey, addressKey, stopToken } from './addresses.ts';
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

/** A candidate with jobs to read about, and the key of the address. */
type Match = {
  readonly candidate: Candidate;
  readonly address: string;
  readonly key: AddressKey;
  readonly jobs: ReturnType<typeof jobsFor>;
};

/** Candidates with matching jobs, and how many were looked at. Nothing of them leaves the memory but emails. */
export type Matched = { readonly found: number; readonly matches: readonly Match[]; readonly optedOut: number };

/** Reads every candidate of a target. A sentence if its list could not be read: an error that passes. */
export async function readCandidates(
  open: OpenTargets,
  customerId: number,
  targetId: number,
): Promise<readonly Candidate[] | { readonly words: string }> {
  const target = await open(customerId, targetId);
  if (!target) return { words: 'The target is not connected. Check its connection.' };
  if (!target.candidates) return { words: 'This target cannot be asked for candidates. Choose a Bullhorn target.' };
  const all: Candidate[] = [];
  for (;;) {
    const page = await target.candidates.pageAfter(all.at(-1)?.id ?? null);
    if (page.kind === 'unread') return { words: page.words };
    if (page.candidates.length === 0) return all;
    all.push(...page.candidates);
  }
}

/**
 * Matches candidates with jobs. One who is in the ATS twice with the same address gets one email. One without a usable address is not
 * matched.
 */
export function matchAll(
  parts: Pick<AlertParts, 'secrets'>,
  alert: AlertRow,
  candidates: readonly Candidate[],
  jobs: readonly AlertJob[],
): Matched {
  const by = matchOf(alert);
  const matches = new Map<string, Match>();
  const optedOut = new Set<string>();
  for (const candidate of candidates) {
    const address = mailAddressOf(candidate.email);
    if (address === undefined) continue;
    const suiting = jobsFor(jobs, candidate, by, alert.jobs_in_email);
    if (suiting.all === 0) continue;
    if (candidate.optedOut) optedOut.add(address);
    if (matches.has(address)) continue;
    matches.set(address, { candidate, address, key: addressKey(parts.secrets, alert.customer_id, address), jobs: suiting });
  }
  return {
    found: candidates.length,
    matches: [...matches.values()].filter(({ address }) => !optedOut.has(address)),
    optedOut: optedOut.size,
  };
}

/** Those of some matches who want alerts. */
export async function withoutStopped(tx: Tx | Db, customerId: number, matches: readonly Match[]): Promise<readonly Match[]> {
  const stopped = await tx.selectFrom('job_alert_stop').select('address_key').where('customer_id', '=', customerId).execute();
  const keys = new Set(stopped.map(({ address_key: key }) => key));
  return matches.filter(({ key }) => !keys.has(key));
}

/** Stores the email of a run to each match: one to each address, however often the run is tried. */
export async function storeMails(
  tx: Tx,
  parts: AlertParts,
  { alert, run, customer }: { readonly alert: AlertRow; readonly run: AlertRunRow; readonly customer: string },
  matches: readonly Match[],
): Promise<void> {
  const { customer_id: customerId } = alert;
  for (const { candidate, address, key, jobs } of matches) {
    const stop = new URL(`/auth/jobalerts/${stopToken(parts.secrets, customerId, key)}`, parts.config.publicUrl).href;
    const mail = alertMail({ ...mailOf(alert, customer), ...candidate, jobs: jobs.shown, all: jobs.all, stop });
    await parts.mail.send(tx, {
      customerId,
      cause: `job alert run ${run.id} ${key}`,
      to: address,
      ...mail,
      alert: { runId: run.id, unsubscribe: stop },
    });
  }
}

/** What all emails of an alert have in common. */
export const mailOf = (
  { email_text: emailText, apply_link: applyLink }: Pick<AlertRow, 'email_text' | 'apply_link'>,
  customer: string,
) => ({
  emailText,
  applyLink,
  customer,
});
