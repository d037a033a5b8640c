import { type AdfNode, mostJiraCharacters } from '#domain/tickets/adf/adf.ts';
import { type DoubleIssue, isDocument, type JiraState, jiraDoubleAccess, ours, type Reply, stamp } from './jira-state.ts';

const page = 50;

type NewFields = {
  readonly summary?: string;
  readonly description?: AdfNode;
  readonly project?: { readonly key?: string };
  readonly issuetype?: { readonly name?: string };
  readonly labels?: string[];
};

/** Makes an issue, or says what is wrong. Both use a number up. */
export function create(state: JiraState, body: unknown): Reply {
  const fields = (body as { fields?: NewFields } | null)?.fields ?? {};
  state.numbers += 1;
  const errors = problemsOf(fields);
  const { summary, description, labels } = fields;
  if (Object.keys(errors).length > 0) return { status: 400, body: { errorMessages: [], errors } };
  const issue: DoubleIssue = {
    id: String(++state.ids),
    key: `${jiraDoubleAccess.project}-${state.numbers}`,
    summary: summary ?? '',
    description: description as AdfNode,
    labels: labels ?? [],
    created: state.now(),
    updated: state.now(),
    indexedAt: state.now() + state.indexLagMs,
    status: state.workflow.first,
    comments: [],
    attachments: [],
  };
  state.issues.push(issue);
  return { status: 201, body: { id: issue.id, key: issue.key, self: `/rest/api/3/issue/${issue.id}` } };
}

function problemsOf({ summary, description, project, issuetype, labels }: NewFields): Record<string, string> {
  const errors: Record<string, string> = {};
  if (project?.key !== jiraDoubleAccess.project) errors['project'] = 'valid project is required';
  if (issuetype?.name !== jiraDoubleAccess.issueType) errors['issuetype'] = 'Specify a valid issue type';
  if (typeof summary !== 'string' || summary.trim() === '') errors['summary'] = 'You must specify a summary of the issue.';
  else if (summary.includes('\n')) errors['summary'] = 'The summary is invalid because it contains newline characters.';
  else if (summary.length > 255) errors['summary'] = 'Summary must be less than 255 characters.';
  if (JSON.stringify(description).length > mostJiraCharacters) errors['description'] = 'CONTENT_LIMIT_EXCEEDED';
  else if (!isDocument(description))
    errors['description'] = 'Operation value must be an Atlassian Document (see the Atlassian Document Format)';
  if (labels?.some((label) => /\s/.test(label) || label.length > 255)) errors['labels'] = "The label can't contain spaces.";
  return errors;
}

export const statusOf = ({ workflow }: JiraState, name: string) => ({ name, statusCategory: { key: workflow.categories[name] } });
export const shown = (state: JiraState, issue: DoubleIssue, fields: readonly string[]) => {
  const all: Record<string, unknown> = {
    summary: issue.summary,
    labels: issue.labels,
    updated: stamp(issue.updated),
    created: stamp(issue.created),
    status: statusOf(state, issue.status),
    attachment: issue.attachments.map(({ id, filename, size }) => ({ id, filename, size, author: ours })),
  };
  return { id: issue.id, key: issue.key, fields: Object.fromEntries(fields.map((name) => [name, all[name]])) };
};

/** Finds `labels in ("a", "b")` and `updated >= -45m`, joined by AND. What is not in the index yet is not found. */
export function search(state: JiraState, body: unknown): Reply {
  const {
    jql = '',
    fields = [],
    nextPageToken,
    maxResults = page,
  } = body as {
    jql?: string;
    fields?: string[];
    nextPageToken?: string;
    maxResults?: number;
  };
  const labels = /labels in \(([^)]*)\)/.exec(jql)?.[1];
  const minutes = /updated >= -(\d+)m/.exec(jql)?.[1];
  if (labels === undefined && minutes === undefined)
    return { status: 400, body: { errorMessages: ['Unbounded JQL queries are not allowed here.'] } };
  const wanted = labels?.split(',').map((label) => label.trim().replaceAll('"', ''));
  const found = state.issues.filter(
    (issue) =>
      issue.indexedAt <= state.now() &&
      (wanted === undefined || wanted.some((label) => issue.labels.includes(label))) &&
      (minutes === undefined || issue.updated >= state.now() - Number(minutes) * 60_000),
  );
  const from = Number(nextPageToken ?? 0);
  const most = Math.min(maxResults, page);
  const isLast = from + most >= found.length;
  const rows = found.slice(from, from + most).map((issue) => shown(state, issue, fields));
  return { status: 200, body: { issues: rows, isLast, ...(!isLast && { nextPageToken: String(from + most) }) } };
}
