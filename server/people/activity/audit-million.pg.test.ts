import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { exportActivity, listActivity } from '#contract/people/activity.ts';
import { checkAuditChains } from '#server/kit/db/audit-chain.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';

// The check makes 3,000 lines; `npm run long -- audit-million` makes 1,000,000 and prints the times.
const lines = Number(process.env['AUDIT_LINES'] ?? 3000);
/** A page may take this long, wherever it is and whatever the filter. */
const mostMs = 3000;

/** Transactions that one statement commits. */
const portion = 500;

let service: TestService;
let chief: string;
let admin: string;
let north: number;
beforeAll(async () => {
  service = await startTestService();
  [chief, admin] = [await service.signIn('chief'), await service.signIn('administrator')];
  north = service.people.north;
  await addLines(lines);
}, 7_200_000);
afterAll(() => service.close());

/** Lines of a year, ten in a transaction as the service commits them, so that the chain has a link for each ten. Nine of ten are North's. */
async function addLines(count: number): Promise<void> {
  const { south, chief: person } = service.people;
  // No statement may take longer than the service's own limit.
  for (let from = 0; from < count / 10; from += portion)
    await sql`do ${sql.lit(`
      declare
        names text[] := array['task.save', 'customerStatus.save.v1', 'rule.switchOff', 'source.save', 'session.login', 'target.save', 'job.hold.v1', 'job.edit.v1', 'value.map.v1', 'list.upload'];
        kinds text[] := array['task', 'customerStatus', 'rule', 'source', 'session', 'target', null, null, null, 'target'];
      begin
        for i in ${from} .. ${Math.min(from + portion, count / 10) - 1} loop
          insert into audit (customer_id, at, actor_id, subject_id, command, object_kind, object_id, detail, ip)
          select case when i % 10 = 0 then ${south} else ${north} end, timestamptz '2025-01-01 00:00Z' + make_interval(secs => (i * 10 + n) * 31.0),
            case when i % 400 = 1 then ${person} else 1000 + (i * 7 + n) % 50 end, case when i % 400 = 1 then ${person} else 1000 + (i * 7 + n) % 50 end,
            names[1 + n % 10], kinds[1 + n % 10], (1 + (i * 3 + n) % 5000)::text,
            case when n in (6, 8) then jsonb_build_object('args', jsonb_build_object('ids', jsonb_build_array(1 + (i + n) % 20000)))
              when n = 7 then jsonb_build_object('args', jsonb_build_object('id', 1 + (i + n) % 20000, 'field', 'billRate', 'value', n))
              else jsonb_build_object('changed', jsonb_build_object('name', jsonb_build_array('Open', 'Line ' || i))) end,
            '203.0.113.' || n
          from generate_series(0, 9) n;
          commit;
        end loop;
      end`)}`.execute(service.services.db);
  await sql`analyze audit`.execute(service.services.db);
}

const said: string[] = [];
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const result = await work();
  const ms = Math.round(performance.now() - since);
  said.push(`${what}: ${ms.toLocaleString('en-US')} ms`);
  if (!what.startsWith('audit-check') && !what.startsWith('file')) expect(ms, what).toBeLessThan(mostMs);
  return result;
}
type Asked = Partial<SentArgsOf<typeof listActivity>>;
const page = (what: string, asked: Asked, token = chief) =>
  timed(what, () => service.call(listActivity, { cust: north, ...asked }, token));

test('every page of a long audit is fast: the first, filtered ones, deep ones and the last', async () => {
  await page('once before, to warm up', {});
  const first = await page('first page', {});
  expect(first.lines).toHaveLength(50);
  const { lines: ofPerson } = await page('by person', { person: service.people.chief });
  expect(ofPerson.every(({ whoId, command }) => whoId === service.people.chief || command === 'session.failed')).toBe(true);
  expect((await page('by kind of object', { kind: 'rule' })).lines.every(({ command }) => command.startsWith('rule'))).toBe(true);
  const { lines: ofOne } = await page('by one object', { kind: 'task', object: '1' });
  expect(ofOne.every(({ object }) => object?.id === '1')).toBe(true);
  await page('by kind of change', { did: 'access' });
  await page('by kind that nothing has', { kind: 'upload' });
  await page('by person and kind', { person: 1007, kind: 'customerStatus' });
  const day = await page('by day', { since: '2025-01-01T00:00:00Z', until: '2025-01-02T00:00:00Z' });
  expect(day.lines[0]?.at.slice(0, 10)).toBe('2025-01-01');
  const { lines: everywhere } = await page('all customers', { cust: -1 }, admin);
  expect(everywhere).toHaveLength(50);
  await page('all customers by person', { cust: -1, person: service.people.chief }, admin);
  const { rows } = await sql<{ before: string }>`
    select (extract(epoch from at) * 1000000)::bigint || '_' || id as before from audit where customer_id = ${north} order by at, id offset 20 limit 1`.execute(
    service.services.db,
  );
  const last = await page('last page', { before: rows[0]?.before });
  expect([last.lines.length, last.next]).toEqual([20, null]);
}, 600_000);

test('a queued change is found by its row', async () => {
  const { lines: found } = await timed('file: by one job of queued changes', () =>
    service.call(listActivity, { cust: north, kind: 'job', object: '16' }, chief),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.every(({ command }) => command.startsWith('job.'))).toBe(true);
}, 600_000);

test('the file has all lines of a filter', async () => {
  const { body } = await timed('file of one kind, at most 250,000 lines', () =>
    service.send(exportActivity, { cust: north, kind: 'rule' }, chief),
  );
  const written = String(body).trim().split('\r\n').length - 1;
  expect(written).toBe(Math.min(250_000, (lines / 10) * 0.9));
  said.push(`the file had ${written.toLocaleString('en-US')} lines`);
}, 600_000);

test('one changed byte is found', async () => {
  const { db } = service.services;
  const whole = await timed('audit-check of a whole chain', () => checkAuditChains(db));
  expect(whole.map(({ broken }) => broken)).toEqual(whole.map(() => null));
  const { rows } = await sql<{ id: number }>`
    select id from audit where customer_id = ${north} and object_kind = 'task' order by id offset ${Math.floor(lines / 25)} limit 1`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    // “Open” becomes “Ooen”.
    await sql`update audit set detail = replace(detail::text, '"Open"', '"Ooen"')::jsonb where customer_id = ${north} and id = ${id}`.execute(
      tx,
    );
  });
  const states = await timed('audit-check that finds one changed byte', () => checkAuditChains(db));
  const { broken = '' } = states.find(({ customerId }) => customerId === north) ?? {};
  const [, from, to] = /lines (\d+) to (\d+)/.exec(broken ?? '') ?? [];
  expect(Number(from) <= id && id <= Number(to), String(broken)).toBe(true);
  if (lines > 10_000)
    process.stdout.write(`${lines.toLocaleString('en-US')} lines of the audit\n${said.join('\n')}\n${broken}\n`);
}, 600_000);
