import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SnapshotLine } from '#contract/sync/sync.ts';
import { unpackColumns } from '#domain/columns/pack-columns.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { writeRows } from '../feed/publish.ts';
import { snapshotLines } from './snapshot.ts';

const jobs = 5000;
let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld(jobs);
});
afterAll(() => world.close());

const lane = laneId('ann');
async function opened(who = world.ann): Promise<AsyncIterable<string>> {
  const stream = await snapshotLines(
    world.db,
    who,
    { customerId: world.customerId, clientId: lane },
    new AbortController().signal,
  );
  if (!stream.ok) throw new Error(stream.error.kind);
  return stream.value;
}
async function read(who = world.ann): Promise<SnapshotLine[]> {
  const lines: SnapshotLine[] = [];
  for await (const text of await opened(who)) lines.push(SnapshotLine.parse(JSON.parse(text)));
  return lines;
}
const rowsOf = (lines: readonly SnapshotLine[], collection: string) =>
  lines.flatMap((line) => (line.kind === 'block' && line.collection === collection ? unpackColumns(line.columns) : []));

describe('[S4] a snapshot', () => {
  test('starts with its head, has every row in order of id, and ends with the number of rows', async () => {
    await world.push(lane, [mutation(1, 'job.hold.v1', { ids: [2] })]);
    const lines = await read();
    expect(lines[0]).toMatchObject({
      kind: 'head',
      rev: 2,
      lastSeq: 1,
      outcomes: [{ seq: 1 }],
      totals: { job: jobs, mapValue: 4, atsValue: 5, target: 1 },
    });
    expect(lines.at(-1)).toEqual({ kind: 'end', rows: jobs + 10 });
    const rows = rowsOf(lines, 'job');
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: jobs }, (_, i) => i + 1));
    const stored = await world.job(2);
    // A block leaves out columns that are null in all its rows.
    const given = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null));
    expect(rows[1]).toMatchObject(given);
  });
  test('is consistent: a change during the stream is not in it, and the next pull has it', async () => {
    const lines: SnapshotLine[] = [];
    for await (const text of await opened()) {
      lines.push(JSON.parse(text) as SnapshotLine);
      if (lines.length === 1) await world.push(lane, [mutation(2, 'job.hide.v1', { ids: [jobs] })]);
    }
    const head = lines[0];
    if (head?.kind !== 'head') throw new Error('no head');
    expect(rowsOf(lines, 'job').at(-1)).toMatchObject({ id: jobs, chgMap: 0 });
    expect(await world.pull(lane, head.rev)).toMatchObject({ changes: [{ collection: 'job', id: jobs }] });
  });
  test('leaves out deleted rows and rows that the user’s rights hide', async () => {
    await world.db.transaction().execute((tx) => writeRows(tx, world.customerId, [{ collection: 'job', id: 1, removed: true }]));
    expect(rowsOf(await read(), 'job')[0]).toMatchObject({ id: 2 });
    const blind = { ...world.ann, rights: new Set(['tasks.read'] as const) };
    const lines = await read(blind);
    expect(new Set(lines.flatMap((line) => (line.kind === 'block' ? [line.collection] : [])))).toEqual(new Set(['target']));
  });
  test('a reader who leaves stops the database reads', async () => {
    for await (const _ of await opened()) break;
    const again = await Promise.all([read(), read(), read()]);
    expect(again.every((lines) => lines.at(-1)?.kind === 'end')).toBe(true);
  });
  test('lets other requests run after each block', async () => {
    let turn = 0;
    let isRead = false;
    const count = () => {
      turn++;
      if (!isRead) setImmediate(count);
    };
    count();
    const blocks: { readonly rows: number; readonly turn: number }[] = [];
    for await (const text of await opened()) {
      const line = SnapshotLine.parse(JSON.parse(text));
      if (line.kind === 'block') blocks.push({ rows: line.columns.rows, turn });
    }
    isRead = true;
    expect(blocks.length).toBeGreaterThan(jobs / 2048);
    expect(Math.max(...blocks.map(({ rows }) => rows))).toBe(2048);
    expect(new Set(blocks.map((block) => block.turn)).size).toBe(blocks.length);
  });
});
