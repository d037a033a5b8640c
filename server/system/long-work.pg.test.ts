import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LongWork, listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.close());
afterEach(() => service.services.db.deleteFrom('run').execute());

const since = '2020-01-01T00:00:00.000Z';
type Kind = LongWork['kind'];

/** A run as the queue holds it, asked for by this person. */
async function run(
  kind: Kind,
  askedBy: number,
  over: { state?: LongWork['state']; ended_at?: Date; changed?: number } = {},
): Promise<number> {
  const { db, now } = service.services;
  const { id } = await db
    .insertInto('run')
    .values({
      customer_id: service.people.north,
      kind,
      state: over.state ?? 'queued',
      name: `A run of ${kind}`,
      key: null,
      host: null,
      work: JSON.stringify({ taskId: 7 }),
      by_name: 'Ann',
      asked_by: askedBy,
      queued_at: now(),
      ended_at: over.ended_at ?? null,
      changed: over.changed ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a person sees what they asked for, of every kind: what is not over, and what ended since', async () => {
  const { north, chief, administrator } = service.people;
  const at = new Date('2026-11-20T12:00:00.000Z');
  for (const kind of ['collect', 'sync-lists', 'mapping', 'rules'] as const) await run(kind, chief);
  await run('mapping', chief, { state: 'done', ended_at: at, changed: 3 });
  await run('rules', administrator);
  const token = await service.signIn('chief');
  const all = await service.call(listLongWork, { cust: north, since }, token);
  expect(all.works.map(({ kind, state, subjectId, canUndo }) => [kind, state, subjectId, canUndo])).toEqual([
    ['mapping', 'done', 7, true],
    ['rules', 'queued', 7, false],
    ['mapping', 'queued', 7, false],
    ['sync-lists', 'queued', 7, false],
    ['collect', 'queued', 7, false],
  ]);
  const later = await service.call(listLongWork, { cust: north, since: at.toISOString() }, token);
  expect(later.works.map(({ state }) => state)).toEqual(['queued', 'queued', 'queued', 'queued']);
  expect((await service.call(listLongWork, { cust: north }, token)).works).toEqual(later.works);
  expect((await service.call(listLongWork, { cust: north, since: all.asOf }, token)).works).toEqual(later.works);
});

test('what is queued stops at once and is over for everyone; a mapping run has its own call', async () => {
  const { north, chief } = service.people;
  const token = await service.signIn('chief');
  for (const kind of ['collect', 'sync-lists', 'rules'] as const) {
    const id = await run(kind, chief);
    expect(await service.call(stopLongWork, { cust: north, id }, token)).toMatchObject({ kind, state: 'cancelled' });
    expect((await service.send(stopLongWork, { cust: north, id }, token)).status).toBe(409);
  }
  const id = await run('mapping', chief);
  expect((await service.send(stopLongWork, { cust: north, id }, token)).status).toBe(404);
});

test('stopping needs the right of what runs', async () => {
  const id = await run('collect', service.people.chief);
  const refused = await service.send(stopLongWork, { cust: service.people.north, id }, await service.signIn('viewer'));
  expect(refused.status).toBe(403);
});
