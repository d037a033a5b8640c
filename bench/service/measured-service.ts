import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { PushReply } from '#contract/sync/sync.ts';
import { commandEffects } from '#server/command-effects.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import { startEmbedded } from '#server/kit/db/embedded/embedded.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { buildServer } from '#server/kit/http/serve.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { routes } from '#server/routes.ts';
import { addCustomer, addUser, seedRoles } from '#server/seed/seed.ts';
import { createServices } from '#server/services.ts';
import { atsLists } from './vendor-file.ts';

const password = 'correct-Horse-7-battery';

/** One customer of the measured service with its signed-in user. */
export type Caller = {
  readonly customerId: number;
  readonly token: string;
  /** The user's credentials. */
  readonly signIn: { readonly username: string; readonly password: string };
  /** Sends a request as this customer's user. Throws when the status is not 2xx. */
  send(path: string, init?: RequestInit): Promise<Response>;
  push(clientId: string, mutations: readonly object[]): Promise<PushReply>;
};

/**
 * Starts the whole service with PostgreSQL and fsync on, listening on loopback, with `customers` agencies and their ATS lists.
 * `clientFolder` is the folder of the built app, if it is served too.
 */
export async function startMeasuredService(customers: number, clientFolder = '/nowhere') {
  const home = await mkdtemp(join(tmpdir(), 'jobdock-bench-'));
  const embedded = await startEmbedded(home);
  await migrate(embedded.url());
  const db = openDatabase(embedded.url());
  const parts = {
    effects: commandEffects,
    rootKeys: [new Uint8Array(32).fill(7)] as const,
    log: pino({ level: 'warn' }),
    now: () => new Date(),
    config: {
      publicUrl: 'http://127.0.0.1:4180',
      home,
      backups: undefined,
      version: 'bench',
      vendorSiteUrl: null,
      allowHosts: [],
      bullhornDoubleUrl: null,
      signOnDoubleUrl: null,
      sentThrough: null,
      mailIn: null,
    },
  };
  const limits = { perAddress: 1e9, renewalsPerAddress: 1e9, perUser: 1e9, syncPerUser: 1e9 };
  const serve = async (over: Db) => {
    const services = createServices({ ...parts, db: over });
    const server = await buildServer({ services, handlers: routes, clientFolder, limits });
    return { server, services, base: await server.app.listen({ port: 0, host: '127.0.0.1' }) };
  };
  const { server, services, base } = await serve(db);
  const passwordHash = await hashPassword(services.secrets, password);
  await db.transaction().execute(seedRoles);
  const callers: Caller[] = [];
  for (let n = 0; n < customers; n++) {
    const email = `chief${n}@bench.test`;
    const customerId = await db.transaction().execute(async (tx) => {
      const id = await addCustomer(tx, { name: `Agency ${n}` });
      await addUser(tx, { customerId: id, email, name: `Chief ${n}`, roleId: 1, passwordHash, disclaimerBy: 'Bench' });
      const [targetId = 0] = await nextIds(tx, 'target', 1);
      const lists = atsLists(targetId);
      const ids = await nextIds(tx, 'atsValue', lists.length);
      await writeRows(tx, id, [
        {
          collection: 'target',
          row: {
            id: targetId,
            typeId: 8,
            name: 'Bullhorn',
            maps: ['facility', 'degree', 'specialty', 'shift'],
            specialtyDependsOnDegree: false,
            disabled: false,
            canPost: true,
            checkState: 'ok',
            hierarchyLevel: 'both',
            posting: 'live',
            mappingRequired: true,
            takesOnly: null,
          },
          extra: { settings: {} },
        },
        ...lists.map((row, i) => ({ collection: 'atsValue', row: { id: ids[i] ?? 0, ...row } }) as const),
      ]);
      return id;
    });
    callers.push(await signedIn(base, customerId, email));
  }
  return {
    db,
    services,
    url: embedded.url(),
    base,
    callers,
    /** The same callers at another service on the same database, with row level security or without. Ends with `end`. */
    async another(isLimited: boolean) {
      const own = openDatabase(embedded.url(), { isLimited });
      const second = await serve(own);
      const end = async () => {
        await second.server.drain();
        await own.destroy();
      };
      return { callers: callers.map((caller) => callerAt(second.base, caller)), end };
    },
    async stop() {
      await server.drain();
      await db.destroy();
      await embedded.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
export type MeasuredService = Awaited<ReturnType<typeof startMeasuredService>>;

async function signedIn(base: string, customerId: number, username: string): Promise<Caller> {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  return callerAt(base, { customerId, token, signIn: { username, password } });
}

/** A signed-in user at one of the services of the database. */
function callerAt(base: string, { customerId, token, signIn }: Pick<Caller, 'customerId' | 'token' | 'signIn'>): Caller {
  const json = { 'content-type': 'application/json' };
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    customerId,
    token,
    signIn,
    send,
    async push(clientId, mutations) {
      const body = JSON.stringify({ protocol: 1, clientId, customerId, mutations });
      return (await (await send('/api/sync/push', { method: 'POST', headers: json, body })).json()) as PushReply;
    },
  };
}

/** Milliseconds that an operation takes. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const since = performance.now();
  const value = await work();
  return { ms: performance.now() - since, value };
}
