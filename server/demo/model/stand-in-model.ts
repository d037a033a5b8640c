import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { type AnswerForm, standInMark } from '#server/ai/client/chat-client.ts';
import { standInAnswer, standInModels } from './stand-in-answers.ts';

/**
 * What the next question gets in place of an answer, each once. `busy` asks for a pause of 7 s; `slow` answers after `slowMs`; `torn`
 * ends the connection after the headers; `broken` is JSON that ends in the middle; `huge` is more than a reply may have.
 */
type StandInFault =
  | 'length'
  | 'content_filter'
  | 'busy'
  | 'failed'
  | 'unauthorized'
  | 'slow'
  | 'torn'
  | 'broken'
  | 'html'
  | 'huge'
  | 'redirect';

/** A question as the stand-in got it. */
type Heard = {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly instructions: string;
  readonly prompt: string;
  readonly form: AnswerForm;
};

/** What it answers instead of reading: a whole answer, or what an endpoint would write into its message. */
type Fixed = { readonly status?: number; readonly answer?: Record<string, unknown>; readonly content?: string };

export type StandIn = {
  readonly server: Server;
  heard: Heard[];
  readonly faults: StandInFault[];
  /** Forms of answers that it refuses with 400, as weaker servers do. */
  readonly refuses: Set<AnswerForm>;
  /** Null while it reads. */
  says: Fixed | null;
  slowMs: number;
};

const Question = z.object({
  model: z.string(),
  messages: z.tuple([z.object({ content: z.string() }), z.object({ content: z.string() })]),
  response_format: z
    .object({
      type: z.enum(['json_schema', 'json_object', 'text']),
      json_schema: z.object({ schema: z.unknown() }).optional(),
    })
    .optional(),
});
const Schema = z.object({ properties: z.record(z.string(), z.unknown()) });

/**
 * An OpenAI-compatible endpoint without a model: it reads with fixed rules and says in `system_fingerprint` that it is the stand-in.
 * For the demo, where any real server takes its place by address, and for tests. It sends nothing anywhere.
 */
export function createStandInModel(): StandIn {
  const standIn: StandIn = {
    server: createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => answerCall(standIn, { request, response, body: Buffer.concat(chunks).toString('utf8') }));
    }),
    heard: [],
    faults: [],
    refuses: new Set(),
    says: null,
    slowMs: 0,
  };
  return standIn;
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly body: string };

function answerCall(standIn: StandIn, { request, response, body }: Exchange): void {
  if (request.method === 'GET' && request.url === '/v1/models') return sendModels(response);
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(response, 404, 'Unknown path');
  const question = Question.safeParse(jsonOf(body));
  if (!question.success) return refuse(response, 400, 'Unknown request');
  const { model, messages, response_format: format } = question.data;
  const form = format?.type ?? 'text';
  const [{ content: instructions }, { content: prompt }] = messages;
  standIn.heard.push({ authorization: request.headers.authorization, model, instructions, prompt, form });
  if (standIn.refuses.has(form)) return refuse(response, 400, `response_format ${form} is not supported`);
  const fault = standIn.faults.shift();
  if (fault && fail(response, fault, standIn.slowMs)) return;
  if (standIn.says?.status !== undefined && standIn.says.status !== 200)
    return refuse(response, standIn.says.status, 'As the test says');
  const inWords = instructions.slice(instructions.lastIndexOf('\n') + 1);
  const schema = Schema.safeParse(format?.json_schema?.schema ?? jsonOf(inWords));
  const properties = schema.success ? Object.keys(schema.data.properties) : [];
  const read = standIn.says?.answer ?? standInAnswer({ model, instructions, data: prompt, properties });
  const content = standIn.says?.content ?? JSON.stringify(read);
  send(response, completionOf({ model, content, asked: `${instructions}${prompt}`, end: endOf(fault) }));
}

const endOf = (fault: StandInFault | undefined) => (fault === 'length' || fault === 'content_filter' ? fault : 'stop');

/** Does what the fault says. Returns whether the call is over. */
function fail(response: ServerResponse, fault: StandInFault, slowMs: number): boolean {
  if (fault === 'length' || fault === 'content_filter') return false;
  if (fault === 'slow') setTimeout(() => send(response, {}), slowMs).unref();
  else if (fault === 'busy') refuse(response, 429, 'Rate limit', { 'retry-after': '7' });
  else if (fault === 'failed') refuse(response, 500, 'Overloaded');
  else if (fault === 'unauthorized') refuse(response, 401, 'Bad key');
  else if (fault === 'broken') response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{"mess');
  else if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
  else if (fault === 'huge') send(response, { choices: [], padding: 'x'.repeat(2_000_000) });
  else if (fault === 'redirect') response.writeHead(302, { location: 'https://elsewhere.example/v1' }).end();
  else {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":', () => response.destroy());
  }
  return true;
}

type Completion = { readonly model: string; readonly content: string; readonly asked: string; readonly end: string };

function completionOf({ model, content, asked, end }: Completion) {
  const [prompt_tokens, completion_tokens] = [asked, content].map((text) => Math.ceil(text.length / 4)) as [number, number];
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model,
    system_fingerprint: standInMark,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: end }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

function sendModels(response: ServerResponse): void {
  const data = Object.keys(standInModels).map((id) => ({ id, object: 'model', created: 0, owned_by: standInMark }));
  send(response, { object: 'list', data });
}

const send = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const refuse = (response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message, type: 'stand_in', param: null, code: null } }));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
