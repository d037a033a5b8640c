import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getHealth, getLiveness } from '#contract/system/service.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { lockSetUp } from '../../db/sessions/set-up-lock.ts';
import { buildServer, type Server } from '../serve.ts';

let service: TestService;
let server: Server;
let port: number;
beforeEach(async () => {
  service = await startTestService();
  server = await buildServer({ services: service.services, handlers: routes, clientFolder: '/nowhere' });
  port = Number(new URL(await server.app.listen({ port: 0 })).port);
});
afterEach(async () => {
  await server.drain();
  await service.close();
});

type Answer = { readonly status: number; readonly closes: boolean; readonly body: string };

const ask = (path: string, agent?: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = get({ port, path, ...(agent && { agent }) }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => {
        body += part.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close', body }),
      );
    });
    request.on('error', reject);
  });

/** Sends bytes on a connection of its own and returns all that is answered. */
const sendBytes = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (part: Buffer) => {
      text += part.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

test('a stop says so first: callers on kept connections that leave when health does lose no call', async () => {
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let isInRotation = true;
  const seen: Answer[] = [];
  const callers = agents.map(async (agent) => {
    while (isInRotation) {
      seen.push(await ask('/api/health/live', agent));
    }
  });
  const balancer = (async () => {
    while (isInRotation) {
      isInRotation = (await ask('/api/health')).status === 200;
      await wait(50);
    }
  })();
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThan(16);
  expect(seen.some(({ closes }) => closes)).toBe(false);
  const stopped = server.drain(1500);
  await Promise.all([...callers, balancer]);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
  // Still in the notice: calls are answered, and each answer closes its connection.
  expect(await ask('/api/health')).toMatchObject({ status: 503, closes: true, body: expect.stringContaining('"stopping"') });
  expect(await ask('/api/health/live', agents[0])).toMatchObject({ status: 200, closes: true });
  await stopped;
  await expect(ask('/api/health')).rejects.toThrow('ECONNREFUSED');
  for (const agent of agents) agent.destroy();
});

test('health says what the database allows, with 503 unless all is well; the process is alive whatever that is', async () => {
  const { db } = service.services;
  const health = async () => {
    const { status, body } = await service.send(getHealth, {});
    return [status, (body as { status: string }).status];
  };
  expect(await health()).toEqual([200, 'ok']);
  const full = sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db);
  await expect(full).rejects.toThrow('could not extend file');
  expect(await health()).toEqual([503, 'disk_full']);
  expect(await service.call(getLiveness, {})).toEqual({ status: 'alive' });
});

test('a standby is read only, and a database that is gone is none', async () => {
  const { db } = service.services;
  const health = async () => {
    const { status, body } = await service.send(getHealth, {});
    return [status, (body as { status: string }).status];
  };
  // A function of this name before PostgreSQL’s own answers as a standby does.
  await sql`create schema standby`.execute(db);
  await sql`create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`.execute(db);
  await sql`do $$ begin execute format('alter database %I set search_path to standby, public, pg_catalog', current_database()); end $$`.execute(
    db,
  );
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`;
  await others.execute(db).catch(() => undefined);
  await expect.poll(health).toEqual([503, 'read_only']);
  await db.destroy();
  expect(await health()).toEqual([503, 'no_database']);
  expect(await service.call(getLiveness, {})).toEqual({ status: 'alive' });
});

test('what is no request gets a typed answer too', async () => {
  expect(await ask('/api/%zz')).toMatchObject({ status: 400, body: expect.stringContaining('"kind":"invalid"') });
  const garbage = await sendBytes('HELO mail.example\r\n\r\n');
  expect(garbage).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(garbage).toContain('"kind":"invalid"');
  const long = await sendBytes(`GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 431 /);
  expect(long).toContain('The headers are too long');
});

test('one process at a time sets up a database', async () => {
  const first = await lockSetUp(service.databaseUrl);
  const order: string[] = [];
  const second = lockSetUp(service.databaseUrl).then((release) => {
    order.push('second');
    return release;
  });
  await wait(100);
  order.push('first ends');
  await first();
  await (await second)();
  expect(order).toEqual(['first ends', 'second']);
});
