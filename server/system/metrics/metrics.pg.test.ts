import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { backupName } from '../../backup/kept-backups.ts';
import { openDatabase, urlOf } from '../../kit/db/connection.ts';
import { buildServer, type Server } from '../../kit/http/serve.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type MetricsServer, startMetricsServer } from './metrics-server.ts';

let service: TestService;
let server: Server;
let metrics: Metrics;
let figures: MetricsServer;
let folder: string;
const scrape = async () => (await fetch(`http://127.0.0.1:${figures.port}/metrics`)).text();

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'jobdock-metrics-'));
  const { services } = service;
  await writeFile(join(folder, backupName(new Date(services.now().getTime() - 3_600_000))), 'a backup');
  metrics = createMetrics({ ...services, config: { ...services.config, backups: folder } });
  server = await buildServer({ services, handlers: routes, clientFolder: '/nowhere', answered: metrics.answered });
  metrics.countStreams(server.streams);
  figures = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, log: services.log });
});
afterAll(async () => {
  await figures.stop();
  await server.drain();
  await service.close();
  await rm(folder, { recursive: true });
});

test('calls, what waits and the rest are counted, every documented metric is there, and nothing of customers', async () => {
  const canary = 'canary-7f3a';
  const { db, now } = service.services;
  await sql`insert into mail (customer_id, to_address, subject, text, at, cause)
    values (${service.people.north}, ${`${canary}@example.test`}, ${canary}, ${canary}, ${new Date(now().getTime() - 90_000)}, 'test')`.execute(
    db,
  );
  const answer = await server.app.inject({
    url: `/api/health?${canary}=1`,
    headers: { 'user-agent': canary, authorization: `Bearer ${canary}` },
  });
  expect(answer.statusCode).toBe(200);
  await server.app.inject({ url: `/api/customer/${canary}` });

  const text = await scrape();
  expect(text).toMatch(/^jobdock_calls_total\{call="GET \/api\/health",status="2xx"\} 1$/m);
  expect(text).toMatch(/^jobdock_call_duration_seconds_count\{call="GET \/api\/health"\} 1$/m);
  expect(text).toMatch(/^jobdock_database_up 1$/m);
  expect(text).toMatch(/^jobdock_work_waiting\{work="mail",name="all"\} [1-9]/m);
  expect(text).toMatch(/^jobdock_work_oldest_seconds\{work="mail",name="all"\} (?:9\d|\d{3,})/m);
  expect(text).toMatch(/^jobdock_backup_late 0$/m);
  expect(text).toMatch(/^jobdock_backup_age_seconds 3[56]\d\d/m);
  expect(text).toMatch(/^jobdock_memory_bytes\{kind="rss"\} [1-9]\d{6,}/m);
  expect(text).toMatch(/^jobdock_database_pool_wait_seconds_count [1-9]/m);
  expect(text).toMatch(/^jobdock_live_streams 0$/m);
  expect(text).not.toContain(canary);
  expect(text).not.toContain('North');

  const documented = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8').matchAll(
    /^\| `(jobdock_\w+)` \| (\w+) \|/gm,
  );
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(types.toSorted()).toEqual([...documented].map(([, name, type]) => `${name} ${type}`).toSorted());
});

test('calls that are put off are counted by status', async () => {
  metrics.answered('GET /api/x', 429, 0.1);
  metrics.answered('GET /api/x', 503, null);
  const text = await scrape();
  expect(text).toMatch(/^jobdock_calls_put_off_total\{status="429"\} 1$/m);
  expect(text).toMatch(/^jobdock_calls_put_off_total\{status="503"\} 1$/m);
  expect(text).toMatch(/^jobdock_call_duration_seconds_count\{call="GET \/api\/x"\} 1$/m);
});

test('what waits is read at most once in 15 seconds', async () => {
  let reads = 0;
  const { services } = service;
  const db = openDatabase(urlOf(services.db), { slow: { milliseconds: -1, report: () => void (reads += 1) } });
  let at = 0;
  const { text } = createMetrics({ ...services, db, now: () => new Date(at) });
  await Promise.all([text(), text()]);
  const first = reads;
  expect(first).toBeGreaterThan(0);
  at = 14_999;
  await text();
  expect(reads).toBe(first);
  at = 15_000;
  await text();
  expect(reads).toBe(2 * first);
  await db.destroy();
});

test('without a database the figures of the process are there', async () => {
  const db = openDatabase('postgresql://someone@127.0.0.1:1/none');
  const text = await createMetrics({ ...service.services, db }).text();
  await db.destroy();
  expect(text).toMatch(/^jobdock_database_up 0$/m);
  expect(text).toMatch(/^jobdock_memory_bytes\{kind="heap"\} [1-9]/m);
  expect(text).not.toMatch(/^jobdock_work_waiting/m);
});

test('only GET /metrics is answered', async () => {
  const at = `http://127.0.0.1:${figures.port}`;
  expect((await fetch(`${at}/`)).status).toBe(404);
  expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404);
});
