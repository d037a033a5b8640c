import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Why there is no usable reply. `words` is a message for people and never repeats text from the other side. `unsent`: no connection
 * was made, so nothing of the call arrived.
 */
export type FetchProblem = {
  readonly kind: 'refused' | 'unreachable' | 'timeout' | 'too_large';
  readonly words: string;
  readonly unsent?: true;
};

/** The reply, with any status. `url` is its address after redirects. */
export type SafeReply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly url: string;
};

type Address = { readonly address: string; readonly family: number };

export type SafeFetchOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** `host:port` values that may be called although they are private or plain http, such as the built-in vendor site. */
  readonly allow?: readonly string[];
  /** Allows plain http to public hosts, by an administrator's flag. */
  readonly plainHttp?: boolean;
  /** Most redirects to follow. `manual` returns the redirect itself, for callers that check its target. */
  readonly redirects?: 'manual' | 0 | 1 | 2 | 3;
  readonly maxBytes?: number;
  readonly connectMs?: number;
  readonly totalMs?: number;
  /** Cancels the call, with the same result as a timeout. */
  readonly signal?: AbortSignal;
  /** Resolves a name to its addresses. Called once per request and redirect. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
};

type Settings = Required<Omit<SafeFetchOptions, 'body' | 'signal'>> & Pick<SafeFetchOptions, 'body'>;

const PORTS = new Set(['', '80', '443', '8443']);
const defaults: Settings = {
  method: 'GET',
  headers: {},
  allow: [],
  plainHttp: false,
  redirects: 3,
  maxBytes: 20 * 1024 * 1024,
  connectMs: 10_000,
  totalMs: 60_000,
  resolve: async (host: string): Promise<readonly Address[]> => await lookUp(host, { all: true }),
};

/**
 * The only way to call addresses that people enter (reliability D6). Allows only https and public addresses. Resolves each name
 * once and connects only to the checked addresses. Follows at most three redirects, each checked again and without the caller's
 * headers on another host. Limits: 10 s to connect, 60 s in total, 20 MB unpacked.
 */
export async function safeFetch(
  url: string,
  { signal, ...options }: SafeFetchOptions = {},
): Promise<Result<SafeReply, FetchProblem>> {
  const settings: Settings = { ...defaults, ...options };
  // `AbortSignal.any` of a timeout never aborts once the timeout is garbage collected (nodejs/node#57736).
  const deadline = new AbortController();
  const stop = () => deadline.abort();
  const timer = setTimeout(stop, settings.totalMs);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await allHops(url, settings, deadline.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function allHops(url: string, options: Settings, deadline: AbortSignal): Promise<Result<SafeReply, FetchProblem>> {
  let settings = options;
  let target = url;
  for (let hop = 0; ; hop += 1) {
    const reply = await oneHop(target, settings, deadline);
    const onward = reply.ok ? redirectOf(reply.value) : undefined;
    if (onward === undefined || settings.redirects === 'manual') return reply;
    if (hop >= settings.redirects || settings.method !== 'GET')
      return refused('The address leads on to another one, which is not followed.');
    if (!sameOrigin(target, onward)) settings = { ...settings, headers: {} };
    target = onward;
  }
}

const refused = (words: string): Result<never, FetchProblem> => no({ kind: 'refused', words });

function redirectOf({ status, headers, url }: SafeReply): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined;
  return URL.canParse(headers.location, url) ? new URL(headers.location, url).href : headers.location;
}

const sameOrigin = (one: string, other: string): boolean => URL.canParse(other) && new URL(one).origin === new URL(other).origin;

async function oneHop(text: string, settings: Settings, deadline: AbortSignal): Promise<Result<SafeReply, FetchProblem>> {
  const checked = checkedUrl(text, settings);
  if (!checked.ok) return checked;
  const url = checked.value;
  const addresses = await addressesOf(url, settings, deadline);
  if (!addresses.ok) return addresses;
  const reply = await exchange(url, addresses.value, settings, deadline);
  if (!reply.ok) return reply;
  const bytes = await unpacked(reply.value, settings.maxBytes);
  return bytes.ok ? ok({ ...reply.value, bytes: bytes.value, url: url.href }) : bytes;
}

const isAllowed = (url: URL, { allow }: Settings): boolean => allow.some((entry) => entry === `${hostOf(url)}:${portOf(url)}`);
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

function checkedUrl(text: string, settings: Settings): Result<URL, FetchProblem> {
  if (!URL.canParse(text)) return refused('This is not a web address.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('Only https addresses are fetched.');
  if (url.username !== '' || url.password !== '')
    return refused('Take the user name and password out of the address and store them as a secret.');
  if (isAllowed(url, settings)) return ok(url);
  if (url.protocol === 'http:' && !settings.plainHttp)
    return refused('Only https addresses are fetched; an administrator can allow plain http.');
  if (!PORTS.has(url.port)) return refused('Only the ports 80, 443 and 8443 are reached.');
  const host = hostOf(url);
  // 2130706433, 0x7f.1 and 0177.0.0.1 all mean 127.0.0.1; such notations are only used for attacks.
  if (isIP(host) === 4 && !text.includes(host)) return refused('Write the address of the host in its usual form.');
  if (/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host))
    return refused('This address is inside a private network.');
  return ok(url);
}

async function addressesOf(
  url: URL,
  settings: Settings,
  deadline: AbortSignal,
): Promise<Result<readonly Address[], FetchProblem>> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family > 0 ? ok([{ address: host, family }]) : await resolved(host, settings, deadline);
  if (!found.ok || isAllowed(url, settings)) return found;
  // One private address among public ones is refused too: attackers use it to reach inside hosts.
  return found.value.every(({ address }) => isPublicAddress(address))
    ? found
    : refused('This address is inside a private network.');
}

async function resolved(
  host: string,
  settings: Settings,
  deadline: AbortSignal,
): Promise<Result<readonly Address[], FetchProblem>> {
  const done = new AbortController();
  const stop = () => done.abort();
  deadline.addEventListener('abort', stop, { once: true });
  const patience = sleep(settings.connectMs, undefined, { signal: done.signal }).catch(() => undefined);
  if (deadline.aborted) stop();
  try {
    const addresses = await Promise.race([settings.resolve(host), patience]);
    if (addresses === undefined) return unsent(timedOut);
    return addresses.length > 0 ? ok(addresses) : unsent(unreachable('has no address'));
  } catch {
    return unsent(unreachable('is not known'));
  } finally {
    deadline.removeEventListener('abort', stop);
    stop();
  }
}

const timedOut: Result<never, FetchProblem> = no({ kind: 'timeout', words: 'The other side took too long to answer.' });
const unreachable = (why: string): Result<never, FetchProblem> =>
  no({ kind: 'unreachable', words: `The host of this address ${why}.` });
const unsent = <T>(result: Result<T, FetchProblem>): Result<T, FetchProblem> =>
  result.ok ? result : no({ ...result.error, unsent: true });
const tooLarge = (maxBytes: number): Result<never, FetchProblem> =>
  no({ kind: 'too_large', words: `The answer is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.` });

type RawReply = Omit<SafeReply, 'url'>;

/** One request on a connection of its own, to exactly the addresses that were checked. */
async function exchange(
  url: URL,
  addresses: readonly Address[],
  settings: Settings,
  deadline: AbortSignal,
): Promise<Result<RawReply, FetchProblem>> {
  const options: RequestOptions = {
    method: settings.method,
    // A literal address does not call `lookup`; it was already checked.
    lookup: pinnedTo(addresses),
    agent: false,
    signal: deadline,
    maxHeaderSize: 16 * 1024,
    headers: {
      'user-agent': 'Jobdock',
      accept: '*/*',
      ...settings.headers,
      'accept-encoding': 'gzip, deflate, br',
      connection: 'close',
      // Node frames the body of a DELETE only by its length.
      ...(settings.body !== undefined && { 'content-length': Buffer.byteLength(settings.body) }),
    },
  };
  return await new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    let isConnected = false;
    const connecting = setTimeout(() => {
      resolve(unsent(timedOut));
      request.destroy();
    }, settings.connectMs);
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        clearTimeout(connecting);
      }),
    );
    request.on('error', () => {
      clearTimeout(connecting);
      const problem = deadline.aborted ? timedOut : unreachable('does not answer');
      resolve(isConnected ? problem : unsent(problem));
    });
    request.on('response', (response) => void bodyOf(response, settings.maxBytes, deadline).then(resolve));
    request.end(settings.body);
  });
}

/** Passes the checked addresses to the connection. A second lookup of the name could return others. */
function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
  };
}

async function bodyOf(
  response: IncomingMessage,
  maxBytes: number,
  deadline: AbortSignal,
): Promise<Result<RawReply, FetchProblem>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch {
    return deadline.aborted ? timedOut : unreachable('broke off its answer');
  } finally {
    response.destroy();
  }
  return ok({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
}

const unpackers = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decompresses the reply within the same limit: a small reply may unpack to a very large one. */
async function unpacked({ headers, bytes }: RawReply, maxBytes: number): Promise<Result<Buffer, FetchProblem>> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || bytes.length === 0) return ok(bytes);
  if (coding !== 'gzip' && coding !== 'x-gzip' && coding !== 'deflate' && coding !== 'br')
    return unreachable('packs its answer in an unknown way');
  try {
    return ok(await unpackers[coding](bytes, { maxOutputLength: maxBytes }));
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : unreachable('sent a damaged answer');
  }
}
