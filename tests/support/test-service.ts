import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type Endpoint, type ReplyOf, routeOf, type SentArgsOf } from '#contract/kit/endpoint.ts';
import { commandEffects } from '#server/command-effects.ts';
import type { Handler, Services } from '#server/kit/http/handle.ts';
import { buildServer } from '#server/kit/http/serve.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { routes } from '#server/routes.ts';
import { addCustomer, addUser, seedRoles } from '#server/seed/seed.ts';
import { createServices } from '#server/services.ts';
import { createTestDatabase } from './test-database.ts';

/** Everyone's password in tests. */
export const testPassword = 'correct-Horse-7-battery';

/** Ids of the people and customers that every test service starts with. `north` and `south` know nothing of each other. */
type TestPeople = {
  readonly provider: number;
  readonly north: number;
  readonly south: number;
  readonly administrator: number;
  readonly recruiter: number;
  readonly viewer: number;
  readonly chief: number;
  readonly stranger: number;
};

/** Sign-in names of those people. */
export const emails = {
  administrator: 'admin@provider.test',
  recruiter: 'recruiter@north.test',
  viewer: 'viewer@north.test',
  chief: 'chief@north.test',
  stranger: 'recruiter@south.test',
} as const;

type Answer = { readonly status: number; readonly body: unknown; readonly response: LightMyRequestResponse };

/** A whole service in memory on a database of its own. */
export type TestService = {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly people: TestPeople;
  readonly databaseUrl: string;
  /** Moves the service's clock. */
  advance(milliseconds: number): void;
  /** Signs in and gives the access token. */
  signIn(who: keyof typeof emails): Promise<string>;
  /** Sends a declared call over HTTP; a good answer has been checked against the contract by the service itself. */
  send(endpoint: Endpoint, args: Record<string, unknown>, token?: string, extra?: InjectOptions): Promise<Answer>;
  /** As `send`, for calls that must succeed: gives the reply. */
  call<E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, token?: string): Promise<ReplyOf<E>>;
  /** Stops listening, as a signal to the process does. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a service with the usual people; `handlers` replaces the product's own routes. */
export async function startTestService(
  options: { handlers?: readonly Handler[]; publicUrl?: string; bullhornDoubleUrl?: string; vendorSiteUrl?: string } = {},
): Promise<TestService> {
  const database = await createTestDatabase();
  let offset = 0;
  const services = createServices({
    effects: commandEffects,
    db: database.db,
    masterKey: new Uint8Array(32).fill(7),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    now: () => new Date(Date.now() + offset),
    config: {
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:4180',
      home: '/nowhere',
      version: 'test',
      vendorSiteUrl: options.vendorSiteUrl ?? null,
      bullhornDoubleUrl: options.bullhornDoubleUrl ?? null,
    },
  });
  const people = await addPeople(services);
  const limits = { perAddress: 100_000, perUser: 100_000, syncPerUser: 100_000 };
  const server = await buildServer({ services, handlers: options.handlers ?? routes, clientFolder: '/nowhere', limits });

  const send: TestService['send'] = async (endpoint, args, token, extra = {}) => {
    const response = await server.app.inject({ ...requestOf(endpoint, args, token), ...extra });
    return { status: response.statusCode, body: bodyOf(response), response };
  };
  return {
    app: server.app,
    services,
    people,
    databaseUrl: database.url,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    async signIn(who) {
      const response = await server.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { username: emails[who], password: testPassword },
      });
      expect({ status: response.statusCode, body: response.body }).toMatchObject({ status: 200 });
      return response.json<{ access_token: string }>().access_token;
    },
    send,
    async call(endpoint, args, token) {
      const { status, body } = await send(endpoint, args, token);
      expect({ status, body }).toMatchObject({ status: 200 });
      return endpoint.reply.parse(body) as ReplyOf<typeof endpoint>;
    },
    drain: () => server.drain(),
    async close() {
      await server.drain();
      await database.close();
    },
  };
}

function bodyOf(response: LightMyRequestResponse): unknown {
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  return isJson && !String(response.headers['content-type']).includes('ndjson') ? response.json() : response.body;
}

/** Path, query and body of a declared call, as the client sends it. */
function requestOf(endpoint: Endpoint, args: Record<string, unknown>, token: string | undefined): InjectOptions {
  const { method, path } = routeOf(endpoint);
  const rest = { ...args };
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (method === 'GET' || method === 'DELETE') return { method, url, headers, query: textsOf(rest) };
  // A file goes as a form, its other fields beside it; without one they are named all the same.
  if (endpoint.upload !== undefined) return { method, url, headers, ...uploaded(rest, endpoint.upload) };
  if (endpoint.wholeBody === undefined) return { method, url, headers, payload: rest };
  const { [endpoint.wholeBody]: body, ...query } = rest;
  return { method, url, headers, query: textsOf(query), payload: body as object };
}

/** What a form with a file is sent as; bytes under `name` are the file, called as `nameName` says. */
function uploaded(args: Record<string, unknown>, name: string): Pick<InjectOptions, 'payload' | 'query'> {
  const { [name]: bytes, [`${name}Name`]: fileName, ...rest } = args;
  if (!(bytes instanceof Uint8Array)) return { query: textsOf(args), payload: args };
  const form = new FormData();
  for (const [field, text] of Object.entries(textsOf(rest))) form.append(field, text);
  form.append(name, new Blob([Uint8Array.from(bytes)]), String(fileName));
  return { payload: form };
}

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, `${value as string | number | boolean}`]],
    ),
  );

let passwordHash: Promise<string> | undefined;

async function addPeople(services: Services): Promise<TestPeople> {
  passwordHash ??= hashPassword(testPassword);
  const shared = { passwordHash: await passwordHash, disclaimerBy: 'Test' };
  return services.db.transaction().execute(async (tx) => {
    await seedRoles(tx);
    const provider = await addCustomer(tx, { name: 'Provider', provider: true });
    const north = await addCustomer(tx, { name: 'North Staffing' });
    const south = await addCustomer(tx, { name: 'South Staffing' });
    const user = (customerId: number, who: keyof typeof emails, roleId: number) =>
      addUser(tx, { ...shared, customerId, email: emails[who], name: `The ${who}`, roleId });
    return {
      provider,
      north,
      south,
      administrator: await user(provider, 'administrator', 2),
      recruiter: await user(north, 'recruiter', 3),
      viewer: await user(north, 'viewer', 4),
      chief: await user(north, 'chief', 1),
      stranger: await user(south, 'stranger', 3),
    };
  });
}
