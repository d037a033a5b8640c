import { sql } from 'kysely';
import { installationLabel, ticketOfLabels } from '#domain/tickets/issue-text.ts';
import { pauseJira } from './issue-rows.ts';
import type { SyncWork } from './work.ts';

const minute = 60_000;
/** How often Jira's changes are asked for. */
const betweenMs = minute;
/** Jira's search may be behind by so many minutes, so that each question goes back so far. */
const lagMinutes = 45;
/** After a longer pause, every issue is read. */
const mostMinutes = 60 * 24 * 30;

/** Changes are asked for again if they were asked for before this moment. */
export const pollBefore = (now: Date): Date => new Date(now.getTime() - betweenMs);

/**
 * Asks Jira once a minute which issues changed, and marks their tickets as due. The search is only a hint: an issue is then read by its
 * key. Returns how many are due.
 */
export async function pollJira({ db, now, access, port }: SyncWork): Promise<number> {
  const { providerId, mark, place } = access;
  const at = now();
  const polledAt = await claimPoll(db, providerId, at);
  if (polledAt === undefined) return 0;
  const since = polledAt === null ? mostMinutes : Math.ceil((at.getTime() - Date.parse(polledAt)) / minute) + lagMinutes;
  const query = `labels in ("${installationLabel(mark)}") AND updated >= -${Math.min(since, mostMinutes)}m ORDER BY updated DESC`;
  const found = await port.search(query);
  if (!found.ok) {
    await sql`update jira_pace set polled_at = ${polledAt} where customer_id = ${providerId}`.execute(db);
    await pauseJira(db, providerId, found.error, at);
    return 0;
  }
  const changed = found.value.flatMap(({ fields }) => {
    const id = ticketOfLabels(mark, fields.labels);
    return id === null ? [] : [{ id, updated: fields.updated }];
  });
  const { numAffectedRows = 0n } = await sql`
    update ticket_issue i set due = true from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as f(id bigint, updated text)
    where i.ticket_id = f.id and i.place = ${place} and i.state = 'sent' and not i.due
      and i.issue_updated is distinct from f.updated`.execute(db);
  return Number(numAffectedRows);
}

/** When Jira was asked last, if it is time to ask again; undefined if not. Only one process asks. */
async function claimPoll(db: SyncWork['db'], providerId: number, now: Date): Promise<string | null | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    with pace as (select polled_at from jira_pace where customer_id = ${providerId} for update)
    insert into jira_pace (customer_id, next_at, polled_at) select ${providerId}, ${now}, ${now}
      where not exists (select from pace where polled_at > ${pollBefore(now)})
    on conflict (customer_id) do update set polled_at = ${now}
    returning (select polled_at from pace) as before`.execute(db);
  return rows[0]?.before;
}
