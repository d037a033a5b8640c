import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { IssueState } from '#server/kit/db/tables/jira-tables.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import type { JiraProblem } from '#server/system/jira/jira-client.ts';
import type { JiraAccess } from '#server/system/jira/jira-settings.ts';

/** A ticket that this process brings together with its issue now. `tries` is its number: a later one ends the right to write. */
export type ClaimedIssue = {
  readonly customerId: number;
  readonly ticketId: number;
  readonly state: IssueState;
  readonly tries: number;
  readonly issueKey: string | null;
  readonly askedAt: string | null;
  readonly agreed: 'open' | 'closed';
};

/** Longer than any call. After that, the ticket of a killed process is another's. */
const leaseMs = 120_000;
const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

/**
 * Claims the oldest ticket that is due, one at a time for all processes, so that issues are made in the order of their tickets. A request
 * for an issue whose process died is in doubt, as if its answer were lost.
 */
export async function claimIssue(
  db: Db,
  { providerId, place }: Pick<JiraAccess, 'providerId' | 'place'>,
  now: Date,
): Promise<ClaimedIssue | undefined> {
  return db.transaction().execute(async (tx) => {
    const { next_at } = await lockPace(tx, providerId, now);
    if (new Date(next_at) > now) return undefined;
    const { rows } = await sql<ClaimedIssue>`
      update ticket_issue i set
        state = case i.state when 'creating' then 'doubt' else i.state end,
        in_doubt = i.in_doubt + (i.state = 'creating')::integer,
        asked_at = case i.state when 'creating' then i.lease_until else i.asked_at end,
        due = false, tries = i.tries + 1, lease_until = ${leaseFrom(now)}
      where not exists (select from ticket_issue where lease_until > ${now}) and (i.customer_id, i.ticket_id) = (
        select d.customer_id, d.ticket_id from ticket_issue d join customer c on c.id = d.customer_id and c.deleted_at is null
        where (d.due or d.lease_until is not null) and d.state <> 'failed' and coalesce(d.place, ${place}) = ${place}
          and (d.next_at is null or d.next_at <= ${now})
        order by d.ticket_id limit 1)
      returning customer_id as "customerId", ticket_id as "ticketId", state, tries, issue_key as "issueKey",
        asked_at as "askedAt", agreed`.execute(tx);
    return rows[0];
  });
}

/** Whether Jira may be called now. */
export async function isJiraReady(db: Db, providerId: number, now: Date): Promise<boolean> {
  const pace = await db.selectFrom('jira_pace').select('next_at').where('customer_id', '=', providerId).executeTakeFirst();
  return pace === undefined || new Date(pace.next_at) <= now;
}

async function lockPace(tx: Tx, providerId: number, now: Date): Promise<{ readonly next_at: string; readonly failures: number }> {
  await tx
    .insertInto('jira_pace')
    .values({ customer_id: providerId, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('jira_pace')
    .select(['next_at', 'failures'])
    .where('customer_id', '=', providerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

type Set = Partial<{
  state: IssueState;
  place: string;
  issue_key: string;
  asked_at: Date;
  confirmed_at: Date;
  agreed: 'open' | 'closed';
  issue_updated: string;
  problem: string | null;
}>;

/** Writes what became known of an issue, and prolongs the claim. False if another process has claimed the ticket since. */
export async function keepIssue(db: Db, claim: ClaimedIssue, now: Date, set: Set = {}): Promise<boolean> {
  const kept = await mine(db, claim)
    .set({ ...set, lease_until: leaseFrom(now) })
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

const mine = (db: Db | Tx, { customerId, ticketId, tries }: ClaimedIssue) =>
  db
    .updateTable('ticket_issue')
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticketId)
    .where('tries', '=', tries)
    .where('lease_until', 'is not', null);

/**
 * How the work on a ticket ended. done: ticket and issue are the same. wait: this ticket alone waits. stopped: Jira took no call, so that
 * all tickets wait; `isInDoubt` if it may have made the issue. failed: a person must act. lost: another process has the ticket.
 */
export type WorkEnd =
  | { readonly kind: 'done'; readonly words?: string }
  | { readonly kind: 'wait'; readonly seconds: number; readonly words: string | null }
  | { readonly kind: 'stopped'; readonly problem: JiraProblem; readonly isInDoubt?: boolean }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'lost' };

/** Seconds before the tries after Jira took no call; the last goes on. */
const backoffSeconds = [5, 30, 120, 600] as const;
const accountSeconds = 300;
/** An answer that was lost may still take effect for so long. */
const unsureSeconds = 60;
/** So many failures one after another count as an error for alerts. */
const alertAfter = 4;

/** Stores how the work on a ticket ended, unless another process has it. */
export async function settleIssue(
  db: Db,
  { providerId }: JiraAccess,
  claim: ClaimedIssue,
  end: WorkEnd,
  now: Date,
): Promise<void> {
  if (end.kind === 'lost') return;
  await db.transaction().execute(async (tx) => {
    const { failures } = await lockPace(tx, providerId, now);
    const settled = await mine(tx, claim)
      .set((e) => ({
        ...columnsOf(end, now),
        ...(end.kind === 'stopped' && end.isInDoubt && { in_doubt: e('in_doubt', '+', 1) }),
      }))
      .executeTakeFirst();
    if (settled.numUpdatedRows === 0n) return;
    if (end.kind === 'failed') {
      const about = `Ticket ${claim.ticketId}`;
      await noteError(tx, { customerId: claim.customerId, kind: 'jira_failed', at: now, about, words: end.words });
    }
    if (end.kind !== 'stopped') await setPace(tx, providerId, { next_at: now, failures: 0, problem: null });
    else await pauseFor(tx, { providerId, failures }, end.problem, now);
  });
}

function columnsOf(end: Exclude<WorkEnd, { kind: 'lost' }>, now: Date) {
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  switch (end.kind) {
    case 'done':
      return { lease_until: null, next_at: null, problem: end.words ?? null };
    case 'wait':
      return { lease_until: null, due: true, next_at: later(end.seconds), problem: end.words };
    case 'failed':
      return { lease_until: null, due: false, next_at: null, state: 'failed' as const, problem: end.words };
    case 'stopped': {
      const next_at = end.problem.kind === 'unsure' ? later(unsureSeconds) : null;
      const doubt = end.isInDoubt ? { state: 'doubt' as const, asked_at: now } : {};
      return { lease_until: null, due: true, next_at, problem: end.problem.words, ...doubt };
    }
  }
}

type Pace = { readonly next_at: Date; readonly failures: number; readonly problem: string | null };
const setPace = (tx: Tx, providerId: number, pace: Pace) =>
  tx.updateTable('jira_pace').set(pace).where('customer_id', '=', providerId).execute();

type Failing = { readonly providerId: number; readonly failures: number };

async function pauseFor(tx: Tx, { providerId, failures }: Failing, problem: JiraProblem, now: Date): Promise<void> {
  const { kind, words, seconds } = problem;
  const backoff = backoffSeconds[failures] ?? backoffSeconds[3];
  const wait = seconds ?? (kind === 'account' ? accountSeconds : backoff);
  // A request to wait is no failure.
  const after = kind === 'busy' ? failures : failures + 1;
  await setPace(tx, providerId, { next_at: new Date(now.getTime() + wait * 1000), failures: after, problem: words });
  const isNews = kind === 'account' ? after === 1 : kind !== 'busy' && after === alertAfter;
  if (isNews) await noteError(tx, { customerId: providerId, kind: 'jira_failed', at: now, about: 'Tickets to Jira', words });
}

/** Lets all tickets wait because a call about none of them failed. */
export const pauseJira = (db: Db, providerId: number, problem: JiraProblem, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { failures } = await lockPace(tx, providerId, now);
    await pauseFor(tx, { providerId, failures }, problem, now);
  });
