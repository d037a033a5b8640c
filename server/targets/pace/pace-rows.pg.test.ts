import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ok } from '#contract/kit/result.ts';
import { seededRandom } from '#server/demo/world/random.ts';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { noCalls, turnsAt } from '#tests/posting/memory-book.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { paceBook, takeTurns } from './pace-rows.ts';
import { pacedSend } from './paced-send.ts';

let service: TestService;
let other: Db;
let place: { customerId: number; targetId: number };
const bullhorn = { perMinute: 1500, perMonth: 100_000 };
const own = (db: Db) => scopeTo(db, [place.customerId]);

beforeAll(async () => {
  service = await startTestService();
  other = openDatabase(service.databaseUrl);
  place = { customerId: service.people.north, targetId: 1 };
  await service.services.db
    .transaction()
    .execute((tx) =>
      service.services.writeRows(tx, place.customerId, [{ collection: 'target', row: aTarget({ id: 1, name: 'ATS' }) }]),
    );
});
afterAll(async () => {
  await other.destroy();
  await service.close();
});
beforeEach(async () => {
  await service.services.db.deleteFrom('target_pace').execute();
});

test('the statement gives the same turns as the rule in memory', async () => {
  const db = own(service.services.db);
  const random = seededRandom(11);
  const began = Date.parse('2026-12-01T00:00:00Z');
  await db.insertInto('target_pace').values({ customer_id: place.customerId, target_id: 1 }).execute();
  let [state, now] = [noCalls, 0];
  for (let n = 0; n < 300; n++) {
    const asked = {
      priority: random.next() < 0.5 ? ('post' as const) : ('read' as const),
      count: 1 + Math.floor(random.next() * 30),
    };
    const next = turnsAt(state, bullhorn, { ...asked, now });
    const given = await takeTurns(db, place, bullhorn, { ...asked, now: sql<string>`${new Date(began + now)}` });
    state = next.state;
    expect(given?.count, `step ${n}`).toBe(next.turns.count);
    expect(given?.afterMs, `step ${n}`).toBeCloseTo(next.turns.afterMs, 1);
    expect(given?.waitMs, `step ${n}`).toBeCloseTo(next.turns.waitMs, 1);
    now += Math.floor(random.next() * 400);
  }
});

test('two pools at once get different turns, as far apart as the limit asks', async () => {
  const asks = Array.from({ length: 40 }, (_, n) => own(n % 2 === 0 ? service.services.db : other));
  const fixed = sql<string>`${new Date('2026-12-01T00:00:00Z')}`;
  const first = await takeTurns(asks[0] as Db, place, bullhorn, { priority: 'post', count: 1, now: fixed });
  expect(first).toBeUndefined();
  await own(other).insertInto('target_pace').values({ customer_id: place.customerId, target_id: 1 }).execute();
  const given = await Promise.all(asks.map((db) => takeTurns(db, place, bullhorn, { priority: 'post', count: 1, now: fixed })));
  const at = given.flatMap((turns) => (turns?.count === 1 ? [turns.afterMs] : [])).toSorted((a, b) => a - b);
  // A second ahead has 22 turns at a distance of 46 ms, with one at its beginning.
  expect(at).toHaveLength(22);
  expect(at.map((ms, n) => Math.round(ms - n * 46))).toEqual(at.map(() => 0));
});

test('a pause is everyone’s, calls of the month are counted, and what the target says of its day is kept', async () => {
  const books = [service.services.db, other].map((db) => paceBook(own(db), place, bullhorn));
  const [first, second] = books.map((book) => pacedSend(async (url) => reply(url), book).send);
  await first?.('a', { method: 'GET' });
  await second?.('limited', { method: 'GET' });
  expect(await first?.('b', { method: 'GET' })).toMatchObject({ value: { status: 429 } });
  const row = await own(other).selectFrom('target_pace').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ month_calls: 2, day_used: 42, day_allowed: 15_000, alarmed_month: null });
});

const reply = (url: string) =>
  ok({
    status: url === 'limited' ? 429 : 200,
    headers: url === 'limited' ? { 'retry-after': '60' } : { 'sforce-limit-info': 'api-usage=42/15000' },
    bytes: Buffer.alloc(0),
    url,
  });

test('at 80 % of a month people who may change targets get one notice', async () => {
  const db = own(service.services.db);
  const book = paceBook(db, place, bullhorn);
  await book.take('post', 1);
  await sql`update target_pace set month_calls = 79998`.execute(db);
  await book.take('post', 1);
  const notices = () =>
    db.selectFrom('notification').select(['user_id', 'text', 'link']).where('kind', '=', 'target_calls').execute();
  expect(await notices()).toEqual([]);
  await Promise.all([book.take('post', 1), paceBook(own(other), place, bullhorn).take('post', 1)]);
  await book.take('post', 1);
  const found = await notices();
  expect(new Set(found.map(({ user_id }) => user_id)).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]).toMatchObject({
    text: expect.stringMatching(/^ATS: 80,00[01] of 100,000 calls of this month/),
    link: '/targetconfig/1',
  });
});
