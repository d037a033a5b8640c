import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { PullReply, SnapshotLine } from '#contract/sync/sync.ts';
import { unpackColumns } from '#domain/columns/pack-columns.ts';
import { type Caller, type MeasuredService, timed } from './measured-service.ts';

/**
 * Streams the snapshot to a reader that only receives the bytes, while another caller requests the health page every few
 * milliseconds. Then checks every row against the database. Returns the delays of that caller and of the event loop.
 */
export async function measureSnapshot(service: MeasuredService, caller: Caller) {
  const done = new AbortController();
  const waits: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 5 });
  const others = (async () => {
    while (!done.signal.aborted) {
      const { ms } = await timed(async () => (await fetch(`${service.base}/api/health`)).text());
      waits.push(ms);
      await wait(5);
    }
  })();
  loop.enable();
  const { ms, value } = await timed(() => received(service.base, caller));
  loop.disable();
  done.abort();
  await others;
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  const delays = { p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1), loopMostMs: loop.max / 1e6 };
  const { rows, wrong } = await checked(service, caller, value);
  return { ms, bytes: value.bytes.length, encoding: value.encoding, rows, wrong, ...delays };
}

type Received = { readonly bytes: Buffer; readonly encoding: string };

function received(base: string, caller: Caller): Promise<Received> {
  const path = `/api/sync/snapshot?customerId=${caller.customerId}&clientId=${'snapshot'.padEnd(32, '0')}`;
  // Headers of a browser on https. `accept-encoding` decides how the stream is compressed.
  const headers = { authorization: `Bearer ${caller.token}`, 'accept-encoding': 'gzip, deflate, br' };
  return new Promise((resolve, reject) => {
    request(`${base}${path}`, { headers }, (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => resolve({ bytes: Buffer.concat(parts), encoding: answer.headers['content-encoding'] ?? 'none' }));
    })
      .on('error', reject)
      .end();
  });
}

async function* linesOf({ bytes, encoding }: Received): AsyncGenerator<SnapshotLine> {
  const plain = encoding === 'br' ? createBrotliDecompress() : createGunzip();
  plain.end(bytes);
  let rest = '';
  const decoder = new TextDecoder();
  for await (const part of plain) {
    const texts = (rest + decoder.decode(part as Buffer, { stream: true })).split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) yield JSON.parse(text) as SnapshotLine;
  }
}

/** Rows that differ from the database, by a hash over each row with its fields in order and without nulls. */
async function checked(service: MeasuredService, caller: Caller, stream: Received) {
  const wrong: string[] = [];
  const sent = createHash('sha256');
  let rows = 0;
  let end = -1;
  for await (const line of linesOf(stream)) {
    if (line.kind === 'end') end = line.rows;
    if (line.kind !== 'block') continue;
    rows += line.columns.rows;
    if (line.collection === 'job') for (const row of unpackColumns(line.columns)) sent.update(canonical(row));
  }
  if (end !== rows) wrong.push(`the stream ends with ${end} rows after ${rows}`);
  const stored = createHash('sha256');
  for (let after = 0; ; ) {
    const page = await service.db
      .selectFrom('job')
      .select(['id', 'row'])
      .where('customer_id', '=', caller.customerId)
      .where('id', '>', after)
      .where('deleted', '=', false)
      .orderBy('id')
      .limit(5000)
      .execute();
    if (page.length === 0) break;
    for (const { row } of page) stored.update(canonical(row as Record<string, unknown>));
    after = page.at(-1)?.id ?? after;
  }
  if (sent.digest('hex') !== stored.digest('hex')) wrong.push('a job of the snapshot differs from its row in the database');
  return { rows, wrong };
}

const canonical = (row: Record<string, unknown>): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * Pulls the jobs that changed last like a device, at most `rows` of them; median of several. A commit gives all its rows one
 * revision, so the pull starts at a revision after which at most that many jobs have changed.
 */
export async function measurePull(service: MeasuredService, caller: Caller, rows: number) {
  const { since, ids } = await changedLast(service, caller.customerId, rows);
  const { epoch } = await service.db.selectFrom('feed_epoch').select('epoch').executeTakeFirstOrThrow();
  const ask = async (scope: string): Promise<PullReply> => {
    const query = new URLSearchParams({
      customerId: String(caller.customerId),
      clientId: 'pull'.padEnd(32, '0'),
      epoch,
      scope,
      since: String(since),
      limit: String(rows),
    });
    return (await (await caller.send(`/api/sync/pull?${query}`)).json()) as PullReply;
  };
  const first = await ask('');
  if (first.kind !== 'resync') throw new Error(`a pull answered ${first.kind}`);
  const times: number[] = [];
  const wrong = new Set<string>();
  for (let round = 0; round < 9; round++) {
    const { ms, value } = await timed(() => ask(first.scope));
    times.push(ms);
    const brought = value.kind === 'page' ? value.changes.filter(({ collection }) => collection === 'job') : [];
    const same = brought.length === ids.size && brought.every(({ id }) => ids.has(id));
    if (!same) wrong.add(`a pull brought ${brought.length} jobs, not the ${ids.size} that changed last`);
  }
  return { rows: ids.size, ms: times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN, wrong: [...wrong] };
}

/** The jobs of the newest complete revisions, at most `rows` of them, and the revision before those. */
async function changedLast(service: MeasuredService, customerId: number, rows: number) {
  const newest = await service.db
    .selectFrom('job')
    .select(['id', 'rev'])
    .where('customer_id', '=', customerId)
    .orderBy('rev', 'desc')
    .limit(rows + 1)
    .execute();
  // The first job above the limit shares its revision with others, which are left out too.
  const since = newest[rows]?.rev ?? 0;
  const ids = new Set(newest.filter(({ rev }) => rev > since).map(({ id }) => id));
  if (ids.size === 0) throw new Error(`the last revision has more than ${rows} jobs`);
  return { since, ids };
}
