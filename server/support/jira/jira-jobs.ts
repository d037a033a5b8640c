import { sql } from 'kysely';
import { mayAskAgain } from '#domain/tickets/ask-again.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import type { JiraSignIn } from '#server/system/jira/jira-client.ts';
import { type JiraPort, jiraPort } from '#server/system/jira/jira-port.ts';
import { jiraAccess } from '#server/system/jira/jira-settings.ts';
import { type ClaimedIssue, claimIssue, isJiraReady, pauseJira, settleIssue, type WorkEnd } from './issue-rows.ts';
import { jiraCommands } from './jira-command.ts';
import { issueOf } from './make-issue.ts';
import { pollBefore, pollJira } from './poll-jira.ts';
import { syncIssue } from './sync-issue.ts';
import type { SyncWork } from './work.ts';

type Ports = Pick<Services, 'db' | 'secrets' | 'now' | 'config' | 'effects' | 'log'>;

/** Triggers the work on tickets and their issues. The rows of `ticket_issue` say what is to do. */
const jiraQueue = defineQueue<{ customerId: number }>('jira', { expireSeconds: 600 });

/** Tickets that one job takes; the next job takes the others. */
const mostOfJob = 200;

/** What a trial replaces: the calls of Jira, and the judge of doubts. */
export type JiraParts = { readonly portOf: (signIn: JiraSignIn) => JiraPort; readonly judge: typeof mayAskAgain };
const ownParts: JiraParts = { portOf: jiraPort, judge: mayAskAgain };

/** Brings tickets and their issues in Jira together. Without Jira it does nothing. */
export const jiraJobs = (ports: Ports): JobHandler[] => [
  handleJobs(jiraQueue, {
    atOnce: 1,
    carryOut: (_ids, stopping) => workOnIssues(ports, stopping),
    async sendDue(db) {
      const now = ports.now();
      const { rows } = await sql<{ id: number }>`
        select c.id from customer c left join jira_pace p on p.customer_id = c.id
        where c.provider and c.settings ? 'jira' and (p.next_at is null or p.next_at <= ${now}) and (
          p.polled_at is null or p.polled_at <= ${pollBefore(now)}
          or exists (select from ticket_issue where due and state <> 'failed' and (next_at is null or next_at <= ${now}))
          or exists (select from ticket_issue where lease_until <= ${now}))`.execute(db);
      for (const { id } of rows) await sendJob(db, jiraQueue, { customerId: id });
    },
  }),
];

/** Works on tickets that are due, one after another, and returns how many it took. */
export async function workOnIssues(ports: Ports, stopping: AbortSignal, { portOf, judge } = ownParts): Promise<number> {
  const { db, now, config } = ports;
  const access = await jiraAccess(ports);
  if (!access || !(await isJiraReady(db, access.providerId, now()))) return 0;
  const port = portOf({ ...access, allow: config.allowHosts });
  const me = await port.myself();
  if (!me.ok) return (await pauseJira(db, access.providerId, me.error, now()), 0);
  const { accountId } = me.value;
  const work: SyncWork = {
    db,
    now,
    access,
    publicUrl: config.publicUrl,
    port,
    judge,
    commands: jiraCommands(ports, access),
    accountId,
  };
  let worked = await pollJira(work);
  while (worked < mostOfJob && !stopping.aborted) {
    const claim = await claimIssue(db, access, now());
    if (!claim) break;
    await settleIssue(db, access, claim, await workOn(work, claim), now());
    worked += 1;
  }
  return worked;
}

async function workOn(work: SyncWork, claim: ClaimedIssue): Promise<WorkEnd> {
  const ticket = (await storedRow(work.db, claim.customerId, 'ticket', claim.ticketId))?.row;
  if (!ticket || ticket.purged) return { kind: 'done' };
  const issue = claim.issueKey === null ? await issueOf(work, claim, ticket) : { key: claim.issueKey };
  return 'kind' in issue ? issue : syncIssue(work, claim, ticket, issue.key);
}
