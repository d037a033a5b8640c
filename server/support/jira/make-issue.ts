import { sql } from 'kysely';
import type { TicketRow } from '#contract/rows/ticket.ts';
import { fittedAdf } from '#domain/tickets/adf/adf.ts';
import { installationLabel, issueLabel, issueSummary, issueText } from '#domain/tickets/issue-text.ts';
import type { FoundIssue } from '#server/system/jira/jira-port.ts';
import { type ClaimedIssue, keepIssue, type WorkEnd } from './issue-rows.ts';
import { type IssueWork, ticketLink, wholeTextName } from './work.ts';

/**
 * The key of a ticket's issue, which is made if there is none. Jira makes two issues of two equal requests, so the issue is looked up by
 * its label before each request, and a request without an answer is repeated only when the search has surely passed it.
 */
export async function issueOf(
  work: IssueWork,
  claim: ClaimedIssue,
  ticket: TicketRow,
): Promise<{ readonly key: string } | WorkEnd> {
  const { db, now, access, port } = work;
  const label = issueLabel(access.mark, ticket.id);
  const proof = claim.state === 'doubt' ? await proofOf(work, claim) : undefined;
  const found = await port.search(`labels in (${[label, ...(proof ? [proof] : [])].map((each) => `"${each}"`).join(', ')})`);
  if (!found.ok) return { kind: 'stopped', problem: found.error };
  const first = oldestWith(found.value, label);
  if (first)
    return (await keepIssue(db, claim, now(), { state: 'sent', place: access.place, issue_key: first.key })) ? first : lost;
  if (claim.state === 'doubt') {
    const seen = proof === undefined ? 'none' : oldestWith(found.value, proof) ? 'found' : 'missing';
    const again = work.judge({ askedAt: Date.parse(claim.askedAt ?? ''), now: now().getTime(), proof: seen });
    if (!again.may) return { kind: 'wait', seconds: again.seconds, words: doubtful };
  }
  if (!(await keepIssue(db, claim, now(), { state: 'creating', place: access.place }))) return lost;
  return askForIssue(work, claim, ticket);
}

const lost: WorkEnd = { kind: 'lost' };
const doubtful =
  'Jira did not say whether it made the issue. Jobdock looks for it, and asks again only when Jira’s search has surely passed the first request.';

async function askForIssue(
  { db, now, access, port, ...work }: IssueWork,
  claim: ClaimedIssue,
  ticket: TicketRow,
): Promise<{ readonly key: string } | WorkEnd> {
  const text = issueText(ticket, ticketLink(work, claim.customerId, ticket.id));
  const made = await port.create({
    project: access.project,
    issueType: access.issueType,
    summary: issueSummary(ticket),
    description: fittedAdf(text, `The whole text is in the attachment ${wholeTextName(ticket.id)}.`).doc,
    labels: [installationLabel(access.mark), issueLabel(access.mark, ticket.id)],
  });
  if (made.ok) {
    const { key } = made.value;
    return (await keepIssue(db, claim, now(), { state: 'sent', issue_key: key, confirmed_at: now() })) ? { key } : lost;
  }
  const problem = made.error;
  if (problem.kind === 'unsure') return { kind: 'stopped', problem, isInDoubt: true };
  if (!(await keepIssue(db, claim, now(), { state: 'waiting' }))) return lost;
  return problem.kind === 'refused' || problem.kind === 'gone'
    ? { kind: 'failed', words: problem.words }
    : { kind: 'stopped', problem };
}

/** The label of the first issue that Jira confirmed after a request without an answer. */
async function proofOf({ db, access }: IssueWork, { askedAt }: ClaimedIssue): Promise<string | undefined> {
  const { rows } = await sql<{ id: number }>`
    select ticket_id as id from ticket_issue where confirmed_at > ${askedAt} and place = ${access.place} and state = 'sent'
    order by confirmed_at limit 1`.execute(db);
  const [first] = rows;
  return first && issueLabel(access.mark, first.id);
}

/** The oldest issue with a label; a person may have copied an issue with its labels. */
const oldestWith = (found: readonly FoundIssue[], label: string): FoundIssue | undefined =>
  found.filter(({ fields }) => fields.labels.includes(label)).sort((a, b) => Number(a.id) - Number(b.id))[0];
