import type { Device } from '#src/store/store.ts';
import type { Clock, Locks, Net, NetAnswer, NetRequest, Random } from './transport/ports.ts';

/**
 * The only place where the sync engine uses the browser's clock, randomness, network, and locks. Works in pages and workers. All
 * other code receives these as ports.
 */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves on the next turn of the event loop, after the messages already queued. A timer could take up to 4 ms longer. */
export function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
    port2.postMessage(null);
  });
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const browserRandom: Random = {
  unit: () => Math.random(),
  id: () => hex(crypto.getRandomValues(new Uint8Array(16))),
};

const digest = async (text: string) => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/** Tabs and workers of this origin report their commits on this channel. */
const storeChannel = 'jobdock-store';

/** What a store needs from the browser, with its own broadcast channel. `close` closes the channel. */
export function openBrowserDevice(): Device & { readonly close: () => void } {
  const channel = new BroadcastChannel(storeChannel);
  return {
    now: () => Date.now(),
    newId: () => browserRandom.id(),
    digest,
    channel: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      post: (message) => channel.postMessage(message),
      listen(hear) {
        const onMessage = ({ data }: MessageEvent<unknown>) => hear(data);
        channel.addEventListener('message', onMessage);
        return () => channel.removeEventListener('message', onMessage);
      },
    },
    close: () => channel.close(),
  };
}

export const browserLocks: Locks = {
  async hold(name, waitMs, work) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), waitMs);
    let started = false;
    const run = () => {
      started = true;
      clearTimeout(timer);
      return work();
    };
    try {
      return await navigator.locks.request(name, { signal: patience.signal }, run);
    } catch (error) {
      if (started || !patience.signal.aborted) throw error;
      return run();
    }
  },
  async lead(name, signal, work) {
    await navigator.locks.request(name, { signal }, work).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
};

/**
 * Sends with `fetch`. The deadline covers only the response headers, because a body may be long. Cookies are included only for
 * the refresh token, and the service limits that cookie to its own path.
 */
export const browserNet: Net = {
  async send(request) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, patience.signal]) : patience.signal;
    try {
      const response = await fetch(request.path, { ...initOf(request), signal });
      return answerOf(response);
    } catch {
      if (request.signal?.aborted) return { kind: 'none', why: 'aborted' };
      return { kind: 'none', why: patience.signal.aborted ? 'timeout' : 'network' };
    } finally {
      clearTimeout(timer);
    }
  },
};

function initOf({ method, body, token, headers }: NetRequest): RequestInit {
  const sent = new Headers(headers);
  if (token !== null) sent.set('authorization', `Bearer ${token}`);
  // For a form, the browser sets the content type itself, with the boundary.
  if (typeof body === 'string') sent.set('content-type', 'application/json');
  return {
    method,
    headers: sent,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
  };
}

function answerOf(response: Response): NetAnswer {
  return {
    kind: 'answer',
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => response.text(),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    lines: () => linesOf(response),
  };
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const parts = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (parts.pop() ?? '');
      yield* parts;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
