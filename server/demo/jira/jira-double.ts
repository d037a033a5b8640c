import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AdfNode } from '#domain/tickets/adf/adf.ts';
import { textOf } from '#domain/tickets/adf/text-of-adf.ts';
import { escapeHtml, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';
import { create, search } from './issues.ts';
import {
  addComment,
  type DoubleIssue,
  issueAt,
  type JiraState,
  jiraDoubleAccess,
  notFound,
  ours,
  type Read,
  type Reply,
  touch,
} from './jira-state.ts';
import { ofIssue } from './one-issue.ts';
import { type Workflow, workflows } from './workflows.ts';

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

type Options = {
  readonly now?: () => Date;
  /** How long the search does not find what was written. */
  readonly indexLagMs?: number;
  readonly workflow?: Workflow;
};

/**
 * A local fake of Jira Cloud's REST API v3, as strict as its documents: each create uses up a number, also a refused one; the search is
 * behind by `indexLagMs`; a description over 32,767 characters is refused; 429 comes with Retry-After. `GET /` shows the issues to people.
 */
export function createJiraDouble({
  now = () => new Date(),
  indexLagMs = 0,
  workflow = workflows.simple,
}: Options = {}): JiraDouble {
  const state: JiraState = { issues: [], numbers: 0, ids: 10_000, now: () => now().getTime(), indexLagMs, workflow };
  const writes: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => serve(state, double, request, response, Buffer.concat(chunks)));
  });
  const issueNamed = (key: string) => {
    const issue = issueAt(state, key);
    if (!issue) throw new Error(`there is no issue ${key}`);
    return issue;
  };
  const double = {
    server,
    issues: state.issues,
    isAway: false,
    faults: [] as JiraFault[],
    writes,
    nextNumber: () => state.numbers + 1,
    comment(key: string, text: string, { by = 'Sam Lee', internal = false }: { by?: string; internal?: boolean } = {}) {
      const body: AdfNode = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
      addComment(state, issueNamed(key), { author: { accountId: by, displayName: by }, body, jsdPublic: !internal });
    },
    move(key: string, status: string) {
      if (!(status in workflow.categories)) throw new Error(`there is no status ${status}`);
      const issue = issueNamed(key);
      issue.status = status;
      touch(state, issue);
    },
  };
  return double;
}

function answerOf(state: JiraState, method: string, url: URL, call: Read): Reply {
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
  if (method === 'POST' && path === '/search/jql') return search(state, call.json());
  if (method === 'POST' && path === '/issue') return create(state, call.json());
  const [, key, rest] = /^\/issue\/([^/]+)(\/[a-z]+)?$/.exec(path) ?? [];
  const issue = key === undefined ? undefined : issueAt(state, key);
  return issue ? ofIssue(state, issue, { ...call, method, rest: rest ?? '', url }) : notFound;
}

function serve(
  state: JiraState,
  double: Pick<JiraDouble, 'faults' | 'isAway'> & { readonly writes: string[] },
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
): void {
  const url = new URL(request.url ?? '/', 'http://jira.example');
  const method = request.method ?? 'GET';
  if (method === 'GET' && url.pathname === '/') return showPage(response, state.issues);
  const isWrite = method !== 'GET' && !url.pathname.endsWith('/search/jql');
  if (double.isAway) return void request.socket.destroy();
  const fault = isWrite ? double.faults.shift() : undefined;
  if (fault === 'lost') return void request.socket.destroy();
  if (fault === 'busy')
    return send(response, { status: 429, body: { errorMessages: ['Rate limit exceeded.'] }, headers: { 'retry-after': '30' } });
  if (fault === 'down') return send(response, { status: 503, body: '<html>Jira is unavailable</html>' });
  if (isWrite) double.writes.push(`${method} ${url.pathname}`);
  if (fault === 'refused' && url.pathname.endsWith('/issue')) {
    state.numbers += 1;
    return send(response, { status: 400, body: { errorMessages: [], errors: { customfield_10010: 'Team is required.' } } });
  }
  const json = (): unknown => JSON.parse(bytes.toString('utf8'));
  const reply = answerOf(state, method, url, { headers: request.headers, bytes, json });
  if (fault === 'torn') return void request.socket.destroy();
  return send(response, fault === 'error' ? { status: 500, body: '<html>Internal error</html>' } : reply);
}

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
