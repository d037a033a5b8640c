import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AdfNode, mostJiraCharacters } from '#domain/tickets/adf/adf.ts';
import { textOf } from '#domain/tickets/adf/text-of-adf.ts';
import { escapeHtml, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';
import { fileOf } from './multipart.ts';
import { type Workflow, workflows } from './workflows.ts';

type User = { readonly accountId: string; readonly displayName: string };
type Comment = {
  readonly id: string;
  readonly author: User;
  readonly body: AdfNode;
  readonly created: string;
  readonly jsdPublic: boolean;
  readonly visibility?: { readonly type: 'role'; readonly value: string };
};
type Attachment = { readonly id: string; readonly filename: string; readonly size: number; readonly content: Buffer };

/** An issue as the double holds it. */
export type DoubleIssue = {
  readonly id: string;
  readonly key: string;
  readonly summary: string;
  readonly description: AdfNode;
  readonly labels: readonly string[];
  readonly created: number;
  updated: number;
  /** When the search finds it, and its last change. */
  indexedAt: number;
  status: string;
  readonly comments: Comment[];
  readonly attachments: Attachment[];
};

/**
 * What becomes of the next calls that write, each once. `busy` asks for a pause of 30 s. `lost` ends the connection before anything is
 * done, `torn` does it and ends the connection without an answer, `error` does it and answers 500, `refused` refuses a create, which uses
 * a number up, `down` answers 503 and does nothing.
 */
export type JiraFault = 'busy' | 'lost' | 'torn' | 'error' | 'refused' | 'down';

export type JiraDouble = {
  readonly server: Server;
  readonly issues: readonly DoubleIssue[];
  readonly faults: JiraFault[];
  /** Every connection breaks, whatever the call. */
  isAway: boolean;
  /** Calls that write, as `POST /rest/api/3/issue`. */
  readonly writes: readonly string[];
  /** A person comments in Jira. `internal`: for the team alone. */
  comment(key: string, text: string, how?: { readonly by?: string; readonly internal?: boolean }): void;
  /** A person moves an issue to a status. */
  move(key: string, status: string): void;
  /** The next number that an issue gets. */
  readonly nextNumber: () => number;
};

/** What it knows of its only account. */
export const jiraDoubleAccess = {
  account: 'jobdock@harborview.example',
  token: 'demo-jira-token',
  project: 'SUP',
  issueType: 'Task',
};

type Options = {
  readonly now?: () => Date;
  /** How long the search does not find what was written. */
  readonly indexLagMs?: number;
  readonly workflow?: Workflow;
};

const ours: User = { accountId: '5b10a2844c20165700ede21g', displayName: 'Jobdock' };
const page = 50;

/**
 * A local fake of Jira Cloud's REST API v3, as strict as its documents: each create uses up a number, also a refused one; the search is
 * behind by `indexLagMs`; a description over 32,767 characters is refused; 429 comes with Retry-After. `GET /` shows the issues to people.
 */
export function createJiraDouble({
  now = () => new Date(),
  indexLagMs = 0,
  workflow = workflows.simple,
}: Options = {}): JiraDouble {
  const issues: DoubleIssue[] = [];
  const faults: JiraFault[] = [];
  const writes: string[] = [];
  let numbers = 0;
  let ids = 10_000;
  const at = () => now().getTime();
  const touch = (issue: DoubleIssue) => {
    issue.updated = Math.max(at(), issue.updated + 1);
    issue.indexedAt = at() + indexLagMs;
  };
  const issueAt = (key: string) => issues.find((issue) => issue.key === key || issue.id === key);
  const addComment = (issue: DoubleIssue, comment: Omit<Comment, 'id' | 'created'>): Comment => {
    const added = { ...comment, id: String(++ids), created: stamp(at()) };
    issue.comments.push(added);
    touch(issue);
    return added;
  };

  function create(body: unknown): Reply {
    const fields = (body as { fields?: Record<string, unknown> } | null)?.fields ?? {};
    numbers += 1;
    const errors: Record<string, string> = {};
    const { summary, description, project, issuetype, labels } = fields as {
      summary?: string;
      description?: AdfNode;
      project?: { key?: string };
      issuetype?: { name?: string };
      labels?: string[];
    };
    if (project?.key !== jiraDoubleAccess.project) errors['project'] = 'valid project is required';
    if (issuetype?.name !== jiraDoubleAccess.issueType) errors['issuetype'] = 'Specify a valid issue type';
    if (typeof summary !== 'string' || summary.trim() === '') errors['summary'] = 'You must specify a summary of the issue.';
    else if (summary.includes('\n')) errors['summary'] = 'The summary is invalid because it contains newline characters.';
    else if (summary.length > 255) errors['summary'] = 'Summary must be less than 255 characters.';
    if (JSON.stringify(description).length > mostJiraCharacters) errors['description'] = 'CONTENT_LIMIT_EXCEEDED';
    else if (!isDocument(description))
      errors['description'] = 'Operation value must be an Atlassian Document (see the Atlassian Document Format)';
    if (labels?.some((label) => /\s/.test(label) || label.length > 255)) errors['labels'] = "The label can't contain spaces.";
    if (Object.keys(errors).length > 0) return { status: 400, body: { errorMessages: [], errors } };
    const issue: DoubleIssue = {
      id: String(++ids),
      key: `${jiraDoubleAccess.project}-${numbers}`,
      summary: summary ?? '',
      description: description as AdfNode,
      labels: labels ?? [],
      created: at(),
      updated: at(),
      indexedAt: at() + indexLagMs,
      status: workflow.first,
      comments: [],
      attachments: [],
    };
    issues.push(issue);
    return { status: 201, body: { id: issue.id, key: issue.key, self: `/rest/api/3/issue/${issue.id}` } };
  }

  const statusOf = (name: string) => ({ name, statusCategory: { key: workflow.categories[name] } });
  const shown = (issue: DoubleIssue, fields: readonly string[]) => {
    const all: Record<string, unknown> = {
      summary: issue.summary,
      labels: issue.labels,
      updated: stamp(issue.updated),
      created: stamp(issue.created),
      status: statusOf(issue.status),
      attachment: issue.attachments.map(({ id, filename, size }) => ({ id, filename, size, author: ours })),
    };
    return { id: issue.id, key: issue.key, fields: Object.fromEntries(fields.map((name) => [name, all[name]])) };
  };

  /** Finds `labels in ("a", "b")` and `updated >= -45m`, joined by AND. What is not in the index yet is not found. */
  function search(body: unknown): Reply {
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
    const found = issues.filter(
      (issue) =>
        issue.indexedAt <= at() &&
        (wanted === undefined || wanted.some((label) => issue.labels.includes(label))) &&
        (minutes === undefined || issue.updated >= at() - Number(minutes) * 60_000),
    );
    const from = Number(nextPageToken ?? 0);
    const most = Math.min(maxResults, page);
    const isLast = from + most >= found.length;
    const rows = found.slice(from, from + most).map((issue) => shown(issue, fields));
    return { status: 200, body: { issues: rows, isLast, ...(!isLast && { nextPageToken: String(from + most) }) } };
  }

  const transitionsOf = (issue: DoubleIssue) =>
    (workflow.transitions[issue.status] ?? []).map((name, i) => ({ id: String(10 + i), name, to: statusOf(name), fields: {} }));

  function ofIssue(method: string, key: string, rest: string, url: URL, call: Read): Reply {
    const issue = issueAt(key);
    if (!issue) return notFound;
    if (method === 'GET' && rest === '')
      return { status: 200, body: shown(issue, (url.searchParams.get('fields') ?? '').split(',')) };
    if (method === 'GET' && rest === '/comment') {
      const from = Number(url.searchParams.get('startAt') ?? 0);
      const comments = issue.comments.slice(from, from + page);
      return { status: 200, body: { startAt: from, maxResults: page, total: issue.comments.length, comments } };
    }
    if (method === 'GET' && rest === '/transitions') return { status: 200, body: { transitions: transitionsOf(issue) } };
    if (method === 'POST' && rest === '/comment') {
      const { body } = call.json() as { body?: AdfNode };
      if (JSON.stringify(body).length > mostJiraCharacters)
        return { status: 400, body: { errorMessages: ['CONTENT_LIMIT_EXCEEDED'], errors: {} } };
      if (!isDocument(body)) return { status: 400, body: { errorMessages: ['Comment body is not valid!'], errors: {} } };
      return { status: 201, body: addComment(issue, { author: ours, body: body as AdfNode, jsdPublic: true }) };
    }
    if (method === 'POST' && rest === '/transitions') {
      const id = (call.json() as { transition?: { id?: string } }).transition?.id;
      const chosen = transitionsOf(issue).find((each) => each.id === id);
      if (!chosen)
        return { status: 400, body: { errorMessages: [`Transition id '${id}' is not valid for this issue.`], errors: {} } };
      issue.status = chosen.name;
      touch(issue);
      return { status: 204, body: null };
    }
    if (method === 'POST' && rest === '/attachments') {
      if (call.headers['x-atlassian-token'] !== 'no-check') return { status: 403, body: 'XSRF check failed' };
      const file = fileOf(call.headers['content-type'] ?? '', call.bytes);
      if (!file) return { status: 400, body: { errorMessages: ['The part "file" is missing'], errors: {} } };
      const attachment = { id: String(++ids), filename: file.name, size: file.content.length, content: file.content };
      issue.attachments.push(attachment);
      touch(issue);
      return { status: 200, body: [{ id: attachment.id, filename: attachment.filename, size: attachment.size }] };
    }
    return notFound;
  }

  function answerOf(method: string, url: URL, call: Read): Reply {
    const expected = `Basic ${Buffer.from(`${jiraDoubleAccess.account}:${jiraDoubleAccess.token}`).toString('base64')}`;
    if (call.headers.authorization !== expected)
      return { status: 401, body: 'Client must be authenticated to access this resource.' };
    const path = url.pathname.replace('/rest/api/3', '');
    if (method === 'GET' && path === '/myself') return { status: 200, body: { ...ours, emailAddress: jiraDoubleAccess.account } };
    if (method === 'GET' && path === `/project/${jiraDoubleAccess.project}`)
      return {
        status: 200,
        body: {
          key: jiraDoubleAccess.project,
          name: 'Support',
          issueTypes: [
            { id: '1', name: jiraDoubleAccess.issueType },
            { id: '2', name: 'Bug' },
          ],
        },
      };
    if (method === 'POST' && path === '/search')
      return { status: 410, body: { errorMessages: ['The requested API has been removed.'] } };
    if (method === 'POST' && path === '/search/jql') return search(call.json());
    if (method === 'POST' && path === '/issue') return create(call.json());
    const [, key, rest] = /^\/issue\/([^/]+)(\/[a-z]+)?$/.exec(path) ?? [];
    return key === undefined ? notFound : ofIssue(method, key, rest ?? '', url, call);
  }

  function serve(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://jira.example');
    const method = request.method ?? 'GET';
    if (method === 'GET' && url.pathname === '/') return showPage(response, issues);
    const isWrite = method !== 'GET' && !url.pathname.endsWith('/search/jql');
    if (double.isAway) return void request.socket.destroy();
    const fault = isWrite ? faults.shift() : undefined;
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'busy')
      return send(response, { status: 429, body: { errorMessages: ['Rate limit exceeded.'] }, headers: { 'retry-after': '30' } });
    if (fault === 'down') return send(response, { status: 503, body: '<html>Jira is unavailable</html>' });
    if (isWrite) writes.push(`${method} ${url.pathname}`);
    if (fault === 'refused' && url.pathname.endsWith('/issue')) {
      numbers += 1;
      return send(response, { status: 400, body: { errorMessages: [], errors: { customfield_10010: 'Team is required.' } } });
    }
    const json = (): unknown => JSON.parse(bytes.toString('utf8'));
    const reply = answerOf(method, url, { headers: request.headers, bytes, json });
    if (fault === 'torn') return void request.socket.destroy();
    return send(response, fault === 'error' ? { status: 500, body: '<html>Internal error</html>' } : reply);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => serve(request, response, Buffer.concat(chunks)));
  });
  const double: JiraDouble = {
    server,
    issues,
    isAway: false,
    faults,
    writes,
    nextNumber: () => numbers + 1,
    comment(key, text, { by = 'Sam Lee', internal = false } = {}) {
      const issue = issueAt(key);
      if (!issue) throw new Error(`there is no issue ${key}`);
      const body: AdfNode = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
      addComment(issue, { author: { accountId: by, displayName: by }, body, jsdPublic: !internal });
    },
    move(key, status) {
      const issue = issueAt(key);
      if (!issue || !(status in workflow.categories)) throw new Error(`no issue ${key}, or no status ${status}`);
      issue.status = status;
      touch(issue);
    },
  };
  return double;
}

type Read = { readonly headers: IncomingMessage['headers']; readonly bytes: Buffer; readonly json: () => unknown };
type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

const notFound: Reply = {
  status: 404,
  body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} },
};
/** As Jira writes a moment: with the offset of the account's time zone. */
const stamp = (at: number): string => new Date(at).toISOString().replace('Z', '+0000');
const isDocument = (body: AdfNode | undefined): boolean =>
  body?.type === 'doc' && Array.isArray(body.content) && !hasEmptyText(body);
const hasEmptyText = (node: AdfNode): boolean => (node.type === 'text' && !node.text) || (node.content ?? []).some(hasEmptyText);

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(body === null ? undefined : isText ? body : JSON.stringify(body));
}

function showPage(response: ServerResponse, issues: readonly DoubleIssue[]): void {
  const items = issues
    .slice(-100)
    .reverse()
    .map(({ key, summary, status, description, comments, attachments }) => {
      const said = comments
        .map(({ author, body }) => `<pre>${escapeHtml(`${author.displayName}: ${textOf(body)}`)}</pre>`)
        .join('');
      const files = attachments.map(({ filename }) => escapeHtml(filename)).join(', ');
      return `<article><h2>${key} ${escapeHtml(summary)}</h2><p>${escapeHtml(status)}${files && `, files: ${files}`}</p><pre>${escapeHtml(textOf(description))}</pre>${said}</article>`;
    });
  const body = items.length > 0 ? items.join('') : '<p class="muted">No issue yet.</p>';
  response.writeHead(200, pageHeaders()).end(`${pageStart('Jira of the demo')}${body}${pageEnd}`);
}
