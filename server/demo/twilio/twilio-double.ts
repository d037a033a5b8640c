import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { twilioSignature } from '#server/system/sms/twilio.ts';
import { escapeHtml, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';

/** A message as the double holds it. */
type TextedMessage = { readonly sid: string; readonly to: string; readonly body: string; readonly at: Date };

/**
 * What becomes of the next requests to send, each once. `busy` asks for a pause of 30 s, `lost` ends the connection before anything is done,
 * `torn` takes the message and ends the connection without an answer, `error` takes it and answers 500, `down` answers 503 and does
 * nothing, `unknown` refuses the number as Twilio does.
 */
type TwilioFault = 'busy' | 'lost' | 'torn' | 'error' | 'down' | 'unknown';

export type TwilioDouble = {
  readonly server: Server;
  readonly messages: readonly TextedMessage[];
  readonly faults: TwilioFault[];
  /** The list of messages cannot be read. */
  isListAway: boolean;
  /** Where incoming messages go: the webhook of the sender. */
  answersUrl: string | null;
  /** A person sends a text message back. Returns the status of the webhook's answer, 0 without one. */
  answer(from: string, body: string, over?: { readonly sid?: string; readonly token?: string }): Promise<number>;
};

/** Its only account, whose token works nowhere else. */
export const twilioDoubleAccess = {
  accountSid: `AC${'0'.repeat(32)}`,
  token: 'demo-sms-token',
  sender: '+17755550100',
};
/** A messaging service of the account, in place of the number. */
export const doubleService = `MG${'0'.repeat(32)}`;

/** Messages that it keeps. */
const mostKept = 20_000;
const pageSize = 50;

/**
 * A local fake of Twilio's calls for text messages: it knows no key against repeats, so two equal requests are two messages; a number that
 * answered STOP is refused with 21610. `GET /` shows the phones to people, who can answer there.
 */
export function createTwilioDouble(now: () => Date = () => new Date()): TwilioDouble {
  const messages: TextedMessage[] = [];
  const stopped = new Set<string>();
  let answers = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: request.method ?? 'GET',
        url: new URL(request.url ?? '/', 'http://localhost'),
        form: new URLSearchParams(Buffer.concat(chunks).toString('utf8')),
        request,
        response,
      };
      serve({ double, messages, stopped, now }, call);
    });
  });
  const double: TwilioDouble = {
    server,
    messages,
    faults: [],
    isListAway: false,
    answersUrl: null,
    async answer(from, body, over = {}) {
      const word = body.trim().toUpperCase();
      if (['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'CANCEL', 'STOPALL'].includes(word)) stopped.add(from);
      if (['START', 'UNSTOP', 'YES'].includes(word)) stopped.delete(from);
      answers += 1;
      const MessageSid = over.sid ?? `SM${String(answers).padStart(32, 'a')}`;
      const form = new URLSearchParams({
        AccountSid: twilioDoubleAccess.accountSid,
        MessageSid,
        From: from,
        To: twilioDoubleAccess.sender,
        Body: body,
      });
      if (double.answersUrl === null) return 0;
      const signature = twilioSignature(over.token ?? twilioDoubleAccess.token, double.answersUrl, form);
      const reply = await fetch(double.answersUrl, { method: 'POST', headers: { 'x-twilio-signature': signature }, body: form });
      return reply.status;
    },
  };
  return double;
}

type State = {
  readonly double: TwilioDouble;
  readonly messages: TextedMessage[];
  readonly stopped: ReadonlySet<string>;
  readonly now: () => Date;
};
type Call = {
  readonly method: string;
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

function serve(state: State, call: Call): void {
  const { method, url, form, request, response } = call;
  if (method === 'GET' && url.pathname === '/') return showPage(response, state.messages);
  if (method === 'POST' && url.pathname === '/answer') {
    void state.double.answer(form.get('from') ?? '', form.get('body') ?? '').catch(() => 0);
    return void response.writeHead(303, { location: '/' }).end();
  }
  const { accountSid, token, sender } = twilioDoubleAccess;
  const expected = `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`;
  if (request.headers.authorization !== expected) return problem(response, 401, 20003, 'Authenticate');
  const path = url.pathname.replace(`/2010-04-01/Accounts/${accountSid}`, '');
  if (method === 'GET' && path === '.json') return json(response, 200, { friendly_name: 'Jobdock demo', status: 'active' });
  if (method === 'GET' && path === '/IncomingPhoneNumbers.json') {
    const number = {
      phone_number: sender,
      friendly_name: '(775) 555-0100',
      capabilities: { sms: true, mms: false, voice: false },
    };
    const isAsked = url.searchParams.get('PhoneNumber') === sender;
    return json(response, 200, { incoming_phone_numbers: isAsked ? [number] : [] });
  }
  if (method === 'GET' && path === `/v1/Services/${doubleService}`) return json(response, 200, { friendly_name: 'Alerts' });
  if (path === '/Messages.json') return method === 'POST' ? send(state, call) : list(state, call);
  return problem(response, 404, 20404, 'The requested resource was not found');
}

function send({ double, messages, stopped, now }: State, { form, request, response }: Call): void {
  const fault = double.faults.shift();
  if (fault === 'lost') return void request.socket.destroy();
  if (fault === 'down') return problem(response, 503, 20503, 'Service unavailable');
  if (fault === 'busy') return json(response, 429, { code: 20429, status: 429 }, { 'retry-after': '30' });
  const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
  const isSender = form.get('From') === twilioDoubleAccess.sender || form.get('MessagingServiceSid') === doubleService;
  if (!isSender) return problem(response, 400, 21606, 'The From phone number is not valid');
  if (fault === 'unknown' || !/^\+[1-9]\d{6,14}$/.test(to))
    return problem(response, 400, 21211, `The 'To' number ${to} is not valid`);
  if (body === '' || body.length > 1600)
    return problem(response, 400, 21617, 'The message body exceeds the 1600 character limit');
  if (stopped.has(to)) return problem(response, 400, 21610, 'Attempt to send to unsubscribed recipient');
  const message = { sid: `SM${(messages.length + 1).toString(16).padStart(32, '0')}`, to, body, at: now() };
  messages.push(message);
  if (messages.length > mostKept) messages.shift();
  if (fault === 'torn') return void request.socket.destroy();
  if (fault === 'error') return problem(response, 500, 20500, 'Internal server error');
  json(response, 201, { ...shown(message), status: 'queued', num_segments: '1' });
}

function list({ double, messages }: State, { url, response }: Call): void {
  if (double.isListAway) return problem(response, 503, 20503, 'Service unavailable');
  const to = url.searchParams.get('To');
  const page = Number(url.searchParams.get('Page') ?? 0);
  const found = messages.filter((message) => to === null || message.to === to).reverse();
  const rest = found.slice((page + 1) * pageSize).length;
  const next = `${url.pathname}?${new URLSearchParams({ ...(to !== null && { To: to }), PageSize: String(pageSize), Page: String(page + 1) }).toString()}`;
  json(response, 200, {
    messages: found.slice(page * pageSize, (page + 1) * pageSize).map(shown),
    next_page_uri: rest > 0 ? next : null,
  });
}

/** Times have whole seconds there. */
const shown = ({ sid, to, body, at }: TextedMessage) => ({
  sid,
  to,
  body,
  account_sid: twilioDoubleAccess.accountSid,
  date_created: at.toUTCString().replace('GMT', '+0000'),
});

const problem = (response: ServerResponse, status: number, code: number, message: string): void =>
  json(response, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The phones with their newest messages, each with a form to answer. */
function showPage(response: ServerResponse, messages: readonly TextedMessage[]): void {
  const phones = new Map<string, TextedMessage[]>();
  for (const message of messages.slice(-100).reverse()) phones.set(message.to, [...(phones.get(message.to) ?? []), message]);
  const items = [...phones].map(([to, own]) => {
    const texts = own.map(({ at, body }) => `<p class="muted">${at.toISOString()}</p><pre>${escapeHtml(body)}</pre>`).join('');
    const buttons = ['STOP', 'START'].map((word) => `<button name="body" value="${word}">Answer ${word}</button>`).join(' ');
    return `<article><h2>${escapeHtml(to)}</h2>${texts}<form method="post" action="/answer"><input type="hidden" name="from" value="${escapeHtml(to)}">${buttons}</form></article>`;
  });
  const body = items.length > 0 ? items.join('') : '<p class="muted">No text message arrived yet.</p>';
  response.writeHead(200, pageHeaders("'self'")).end(`${pageStart('Phones of the demo')}${body}${pageEnd}`);
}
