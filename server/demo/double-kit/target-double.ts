import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/**
 * Faults that a double can have, each once. `before`: the call is not run. `after`: it wrote something, and its answer is
 * lost. `busy` asks for a pause of two minutes.
 */
export const doubleFaults = [
  'drop-before',
  'error-before',
  'html-before',
  'too-many',
  'busy',
  'drop-after',
  'error-after',
  'html-after',
  'expire-token',
] as const;
export type DoubleFault = (typeof doubleFaults)[number];

/** One job order that a double holds, under the target's field names. */
export type DoubleRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export type ChangeRecord = (id: string, values: Readonly<Record<string, unknown>> | null) => boolean;

/** A local fake of a target, as strict as the target's documents. */
export type TargetDouble = {
  readonly server: Server;
  /** The job orders that it holds. */
  readonly held: () => readonly DoubleRecord[];
  /** Changes a job order as a person does in the target; null deletes it. False if there is none with this id. */
  readonly change: ChangeRecord;
  /** Faults of the next calls, as far as they fit. */
  readonly faults: DoubleFault[];
  /** When calls came, in milliseconds since 1970, without those that sign in. */
  readonly calledAt: number[];
  /** How many tokens it gave. */
  readonly signIns: () => number;
};

/** A request to a double, read. */
export type DoubleCall = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The body as it came, for files. */
  readonly bytes: Buffer;
};
/** The double's answer. `wrote`: it stored something. A text is sent as it is. */
export type DoubleReply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly wrote?: boolean;
};

type Options = {
  /** Gives tokens. Undefined for another call. */
  readonly signIn?: (call: DoubleCall) => DoubleReply | undefined;
  readonly answer: (call: DoubleCall) => DoubleReply | Promise<DoubleReply>;
  readonly held: () => readonly DoubleRecord[];
  readonly change: ChangeRecord;
  /** Makes all tokens invalid. */
  readonly expire?: () => void;
  /** More calls within a minute get a 429. */
  readonly perMinute?: number;
  readonly now?: (() => number) | undefined;
};

/** Starts nothing yet: the caller lets `server` listen. */
export function createTargetDouble(options: Options): TargetDouble {
  const faults: DoubleFault[] = [];
  const calledAt: number[] = [];
  const now = options.now ?? Date.now;
  let signIns = 0;
  const run = async (call: DoubleCall, response: ServerResponse): Promise<void> => {
    const signedIn = options.signIn?.(call);
    if (signedIn) {
      if (signedIn.status === 200) signIns++;
      return respond(response, signedIn);
    }
    calledAt.push(now());
    if (takeFault(faults, 'expire-token')) options.expire?.();
    if (faultBefore(faults, response)) return;
    if (options.perMinute !== undefined && callsWithin(calledAt, now() - 60_000) > options.perMinute)
      return respond(response, { status: 429, body: '', headers: { 'retry-after': '1' } });
    const reply = await options.answer(call);
    if (reply.wrote !== true || !faultAfter(faults, response)) respond(response, reply);
  };
  const server = createServer((request, response) => {
    readCall(request)
      .then(async (call) => answerControl(call, response, { ...options, faults }) || (await run(call, response)))
      .catch(() => respond(response, { status: 400, body: '' }));
  });
  return { server, held: options.held, change: options.change, faults, calledAt, signIns: () => signIns };
}

const callsWithin = (times: readonly number[], since: number): number => {
  let count = 0;
  for (let at = times.length - 1; at >= 0 && (times[at] ?? 0) > since; at--) count++;
  return count;
};

/** Removes one queued fault. Returns whether it was queued. */
export function takeFault(faults: string[], fault: string): boolean {
  const at = faults.indexOf(fault);
  if (at < 0) return false;
  faults.splice(at, 1);
  return true;
}

const page = '<html><body>The service is not available at the moment.</body></html>';
const html = { status: 200, body: page, headers: { 'content-type': 'text/html' } } as const;

/** Answers a call with a queued fault before it is run. Returns whether it did. */
export function faultBefore(faults: string[], response: ServerResponse): boolean {
  if (takeFault(faults, 'drop-before')) response.destroy();
  else if (takeFault(faults, 'error-before')) respond(response, { ...html, status: 503 });
  else if (takeFault(faults, 'html-before')) respond(response, html);
  else if (takeFault(faults, 'too-many')) respond(response, { status: 429, body: '', headers: { 'retry-after': '1' } });
  else if (takeFault(faults, 'busy')) respond(response, { status: 429, body: '', headers: { 'retry-after': '120' } });
  else return false;
  return true;
}

/** Loses the answer of a call that wrote something, by a queued fault. Returns whether it did. */
export function faultAfter(faults: string[], response: ServerResponse): boolean {
  if (takeFault(faults, 'drop-after')) response.destroy();
  else if (takeFault(faults, 'error-after')) respond(response, { status: 500, body: '' });
  else if (takeFault(faults, 'html-after')) respond(response, html);
  else return false;
  return true;
}

function respond(response: ServerResponse, { status, body, headers }: DoubleReply): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : body === undefined ? '' : JSON.stringify(body));
}

async function readCall(request: IncomingMessage): Promise<DoubleCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const bytes = Buffer.concat(chunks);
  return { method: request.method ?? 'GET', url, headers: request.headers, body: bytes.toString('utf8'), bytes };
}

/**
 * Answers the calls that are for people and tests: `GET /_double/records` shows what the double holds, `POST /_double/faults` with a
 * list of names queues faults, `POST /_double/records/{id}` with values changes a job order as a person does there, and `DELETE` of the
 * same address deletes it. Returns false for any other call.
 */
export function answerControl(
  { method, url, body }: Omit<DoubleCall, 'bytes'>,
  response: ServerResponse,
  { held, change, faults }: { readonly held: () => readonly unknown[]; readonly change: ChangeRecord; readonly faults: string[] },
): boolean {
  const call = `${method} ${url.pathname}`;
  const id = /^(?:POST|DELETE) \/_double\/records\/([^/]+)$/.exec(call)?.[1];
  if (id !== undefined) {
    const values = method === 'DELETE' ? null : (JSON.parse(body) as Record<string, unknown>);
    respond(
      response,
      change(decodeURIComponent(id), values) ? { status: 200, body: held() } : { status: 404, body: `No job order ${id}` },
    );
    return true;
  }
  if (call === 'GET /_double/records') respond(response, { status: 200, body: held() });
  else if (call === 'POST /_double/faults') {
    const names = JSON.parse(body) as unknown;
    const known: readonly unknown[] = doubleFaults;
    const isList = Array.isArray(names) && names.every((name) => known.includes(name));
    if (isList) faults.push(...(names as string[]));
    respond(
      response,
      isList ? { status: 200, body: faults } : { status: 400, body: `Send a list of: ${doubleFaults.join(', ')}` },
    );
  } else return false;
  return true;
}

/** Changes or deletes a record of a map by its id, as a person does in the target. */
export const changeIn =
  (records: Map<string, DoubleRecord>, stamp: () => Readonly<Record<string, unknown>> = () => ({})): ChangeRecord =>
  (id, values) => {
    const record = records.get(id);
    if (record === undefined) return false;
    if (values === null) records.delete(id);
    else records.set(id, { ...record, ...values, ...stamp(), id });
    return true;
  };
