import { type Server } from 'node:http';
import type { CollectorTask, CollectorTools, Credentials, Pulled } from '#server/collecting/collectors/collector.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { safeFetch } from '#server/kit/lib/safe-fetch.ts';
import type { Collection } from '#server/parsing/collect-records.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';

type Options = {
  /** Addresses of servers on loopback that may be called. */
  readonly sites: readonly string[];
  readonly now?: () => Date;
  readonly totalMs?: number;
  readonly resolve?: (host: string) => Promise<readonly { address: string; family: number }[]>;
};

/** A request of a collector, without the values of its headers. */
type AskedOf = { readonly url: string; readonly method: string; readonly body: string };

/** What collectors use, over real HTTP. `asked` fills with the requests, `progress` with what the collector tells. */
export function collectorTools({ sites, now = () => new Date(), totalMs, resolve }: Options) {
  const asked: AskedOf[] = [];
  const progress: (readonly [number, number])[] = [];
  const allow = sites.map((site) => new URL(site).host);
  const stop = new AbortController();
  const tools: CollectorTools = {
    now,
    signal: stop.signal,
    fetch: async (url, options = {}) => {
      asked.push({ url, method: options.method ?? 'GET', body: String(options.body ?? '') });
      const limits = { ...(totalMs !== undefined && { totalMs }), ...(resolve && { resolve }) };
      return await safeFetch(url, { ...options, ...limits, allow, signal: stop.signal });
    },
    allow: [],
    signInToMailbox: (access, use) => use(access),
    progress: async (done, of) => void progress.push([done, of]),
  };
  return { tools, asked, progress, stop };
}

/** A task of customer 1 with everything that is not given left empty. */
export const taskOf = <S>(
  settings: S,
  credentials: Partial<Credentials>,
  marks: Record<string, string> = {},
): CollectorTask<S> => ({
  customerId: 1,
  taskId: 1,
  settings,
  credentials: { url: '', username: '', password: '', orgKey: '', secretKey: '', ...credentials },
  marks,
});

/** Lets a server listen on loopback while a test runs. */
export async function listening(server: Server): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  return { url: await listenOnLoopback(server), close: () => closeNow(server) };
}

/** The jobs of what a collector pulled, read as the service reads them. */
export async function jobsOf(pulled: Pulled, today: string, dateOrder: 'MDY' | 'DMY' = 'MDY'): Promise<Collection> {
  if (pulled.kind !== 'file') throw new Error('nothing was pulled');
  const read = await collectRecords(pulled.bytes, { today, dateOrder });
  if (!read.ok) throw new Error(read.error.words);
  return read.value;
}
