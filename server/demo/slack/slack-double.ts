import { createServer, type Server, type ServerResponse } from 'node:http';
import { escapeHtml, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';

/** A message as the double got it. */
type SlackedMessage = { readonly at: Date; readonly text: string };

/**
 * What the next call gets in place of "ok", each once. A text is Slack's plain-text error with its status. `busy` asks for a pause of 2 s.
 * `torn` takes the message and ends the connection without an answer, `lost` ends it without taking the message, `unsure` takes it and
 * answers like a proxy on the way.
 */
export type SlackFault = 'busy' | 'torn' | 'lost' | 'unsure' | keyof typeof refusals;

const refusals = {
  invalid_payload: 400,
  user_not_found: 400,
  action_prohibited: 403,
  channel_not_found: 404,
  no_service: 404,
  channel_is_archived: 410,
  rollup_error: 500,
} as const;

export type SlackDouble = {
  readonly server: Server;
  readonly messages: readonly SlackedMessage[];
  readonly faults: SlackFault[];
  /** When calls came, whatever became of them. */
  readonly calledAt: readonly number[];
};

/** The path of its only webhook. It works nowhere else. */
export const slackDoublePath = '/services/T0DEMO/B0DEMO/demo-webhook';
/** Messages that it keeps. */
const mostKept = 20_000;

/**
 * A local fake of an incoming webhook of Slack, with the same answers as plain text. `GET /`
 * shows the messages to people.
 */
export function createSlackDouble(now: () => Date = () => new Date()): SlackDouble {
  const messages: SlackedMessage[] = [];
  const faults: SlackFault[] = [];
  const calledAt: number[] = [];
  const take = (text: string) => {
    messages.push({ at: now(), text });
    if (messages.length > mostKept) messages.shift();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') return showPage(response, messages);
      if (request.method !== 'POST' || request.url !== slackDoublePath) return answer(response, 404, 'no_service');
      calledAt.push(now().getTime());
      const fault = faults.shift();
      const text = textOf(Buffer.concat(chunks).toString('utf8'));
      if (fault === 'lost') return void request.socket.destroy();
      if (fault === 'busy') return answer(response, 429, 'rate_limited', { 'retry-after': '2' });
      if (fault !== undefined && fault !== 'torn' && fault !== 'unsure') return answer(response, refusals[fault], fault);
      if (text === null) return answer(response, 400, 'invalid_payload');
      take(text);
      if (fault === 'torn') return void request.socket.destroy();
      if (fault === 'unsure') return answer(response, 502, '<html>Bad gateway</html>');
      return answer(response, 200, 'ok');
    });
  });
  return { server, messages, faults, calledAt };
}

function textOf(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body);
    const text = typeof read === 'object' && read !== null && 'text' in read ? read.text : null;
    return typeof text === 'string' && text !== '' ? text : null;
  } catch {
    return null;
  }
}

const answer = (response: ServerResponse, status: number, words: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(words);

/** The messages as Slack would show them: `&lt;` of a message is `<` there. */
function showPage(response: ServerResponse, messages: readonly SlackedMessage[]): void {
  const items = messages
    .slice(-100)
    .reverse()
    .map(({ at, text }) => `<article><h2>${at.toISOString()}</h2><pre>${escapeHtml(readable(text))}</pre></article>`);
  const body = items.length > 0 ? items.join('') : '<p class="muted">No message arrived yet.</p>';
  response.writeHead(200, pageHeaders()).end(`${pageStart('Slack of the demo')}${body}${pageEnd}`);
}

/** The text of a message as its readers see it. */
export const readable = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
