import type { TicketCommentRow, TicketRow } from '#contract/rows/ticket.ts';

/** Most characters of an issue's summary in Jira. */
const mostSummary = 255;

/** The label of one ticket's issue, and the label of all issues of an installation, by its mark. */
export const issueLabel = (mark: string, ticketId: number): string => `${installationLabel(mark)}-${ticketId}`;
export const installationLabel = (mark: string): string => `jobdock-${mark}`;

/** The ticket of an issue with these labels; null if it is none of the installation’s. */
export function ticketOfLabels(mark: string, labels: readonly string[]): number | null {
  const start = `${installationLabel(mark)}-`;
  const rest = labels.find((label) => label.startsWith(start))?.slice(start.length) ?? '';
  return /^\d{1,15}$/.test(rest) ? Number(rest) : null;
}

/** The summary of a ticket's issue, on one line. */
export const issueSummary = ({ id, subject }: Pick<TicketRow, 'id' | 'subject'>): string =>
  `[Ticket ${id}] ${subject.replaceAll(/\s+/g, ' ')}`.slice(0, mostSummary).replace(/[\uD800-\uDBFF]$/, '');

/** The description of a ticket's issue: what the sender wrote and answered, and what their device said about itself. */
export function issueText(ticket: TicketRow, link: string): string {
  const { author, customerName, answers, evidence, taskId, jobId } = ticket;
  const facts = [
    `Sent by ${author}, ${customerName}`,
    ...(jobId === null ? [] : [`Job: ${jobId}`]),
    ...(taskId === null ? [] : [`Task: ${taskId}`]),
    ...answers.filter(({ value }) => value !== '').map(({ name, value }) => `${name}: ${value}`),
    ...(evidence === null ? [] : [`Screen: ${evidence.address}`, `Version: ${evidence.version}`, `Sync: ${evidence.sync}`]),
    ...(evidence?.refusals ?? []).map((refusal) => `Refused: ${refusal}`),
    `Ticket in Jobdock: ${link}`,
  ];
  return `${ticket.description}\n\n${facts.join('\n')}`;
}

/** An answer as it is written in Jira. Its first line says which one it is, so that it is recognized and sent once. */
export const answerText = ({ id, author, text }: Pick<TicketCommentRow, 'id' | 'author' | 'text'>): string =>
  `${author.replaceAll(/\s+/g, ' ')} in Jobdock (answer ${id}):\n\n${text}`;

/** Which answer of Jobdock a comment is, by its first line; null if it is none. */
export function answerIn(text: string): number | null {
  const found = /^[^\n]* in Jobdock \(answer (\d{1,15})\):(?:\n|$)/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** The name of a ticket's file in Jira: it has a part of the file's id, so that it is recognized and sent once. */
export function fileNameInJira(id: string, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${stem.slice(0, 150)} (${id.slice(0, 8)})${ending}`;
}
