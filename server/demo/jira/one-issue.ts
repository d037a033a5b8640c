import { type AdfNode, mostJiraCharacters } from '#domain/tickets/adf/adf.ts';
import { shown, statusOf } from './issues.ts';
import {
  addComment,
  type DoubleIssue,
  isDocument,
  type JiraState,
  notFound,
  ours,
  type Read,
  type Reply,
  touch,
} from './jira-state.ts';
import { fileOf } from './multipart.ts';

const page = 50;

const transitionsOf = (state: JiraState, issue: DoubleIssue) =>
  (state.workflow.transitions[issue.status] ?? []).map((name, i) => ({
    id: String(10 + i),
    name,
    to: statusOf(state, name),
    fields: {},
  }));

/** Answers a call about one issue. */
export function ofIssue(
  state: JiraState,
  issue: DoubleIssue,
  call: Read & { readonly method: string; readonly rest: string; readonly url: URL },
): Reply {
  if (call.method === 'GET') return readIssue(state, issue, call.rest, call.url);
  return call.method === 'POST' ? changeIssue(state, issue, call.rest, call) : notFound;
}

function readIssue(state: JiraState, issue: DoubleIssue, rest: string, url: URL): Reply {
  if (rest === '') return { status: 200, body: shown(state, issue, (url.searchParams.get('fields') ?? '').split(',')) };
  if (rest === '/comment') {
    const from = Number(url.searchParams.get('startAt') ?? 0);
    const comments = issue.comments.slice(from, from + page);
    return { status: 200, body: { startAt: from, maxResults: page, total: issue.comments.length, comments } };
  }
  if (rest === '/transitions') return { status: 200, body: { transitions: transitionsOf(state, issue) } };
  return notFound;
}

function changeIssue(state: JiraState, issue: DoubleIssue, rest: string, call: Read): Reply {
  if (rest === '/comment') {
    const { body } = call.json() as { body?: AdfNode };
    if (JSON.stringify(body).length > mostJiraCharacters)
      return { status: 400, body: { errorMessages: ['CONTENT_LIMIT_EXCEEDED'], errors: {} } };
    if (!isDocument(body)) return { status: 400, body: { errorMessages: ['Comment body is not valid!'], errors: {} } };
    return { status: 201, body: addComment(state, issue, { author: ours, body: body as AdfNode, jsdPublic: true }) };
  }
  if (rest === '/transitions') {
    const id = (call.json() as { transition?: { id?: string } }).transition?.id;
    const chosen = transitionsOf(state, issue).find((each) => each.id === id);
    if (!chosen)
      return { status: 400, body: { errorMessages: [`Transition id '${id}' is not valid for this issue.`], errors: {} } };
    issue.status = chosen.name;
    touch(state, issue);
    return { status: 204, body: null };
  }
  if (rest === '/attachments') {
    if (call.headers['x-atlassian-token'] !== 'no-check') return { status: 403, body: 'XSRF check failed' };
    const file = fileOf(call.headers['content-type'] ?? '', call.bytes);
    if (!file) return { status: 400, body: { errorMessages: ['The part "file" is missing'], errors: {} } };
    const attachment = { id: String(++state.ids), filename: file.name, size: file.content.length, content: file.content };
    issue.attachments.push(attachment);
    touch(state, issue);
    return { status: 200, body: [{ id: attachment.id, filename: attachment.filename, size: attachment.size }] };
  }
  return notFound;
}
