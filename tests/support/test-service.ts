import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Logger, pino } from 'pino';
import { expect, inject } from 'vitest';
import { type Endpoint, type ReplyOf, routeOf, type SentArgsOf } from '#contract/kit/endpoint.ts';
import { refusalFromWire } from '#contract/kit/wire-refusals.ts';
import { fromWire, toWire } from '#contract/kit/wire-translation.ts';
import { commandEffects } from '#server/command-effects.ts';
import type { Handler, Services } from '#server/kit/http/handle.ts';
import { buildServer } from '#server/kit/http/serve.ts';
import { routes } from '#server/routes.ts';
import { createServices } from '#server/services.ts';
import { createTestDatabase } from './test-database.ts';
import { emails, rootKey, type TestPeople, testPassword } from './test-people.ts';

export { emails, testPassword };

type Answer = { readonly status: number; readonly body: unknown; readonly response: LightMyRequestResponse };

/** A whole service in memory with its own database. */
export type TestService = {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly people: TestPeople;
  readonly databaseUrl: string;
  /** Advances the service's clock. */
  advance(milliseconds: number): void;
  /** Signs in, confirms who it is for calls with a step-up, and returns the access token. */
  signIn(who: keyof typeof emails): Promise<string>;
  /** Sends a declared call over HTTP. The service itself checks a successful reply against the contract. */
  send(endpoint: Endpoint, args: Record<string, unknown>, token?: string, extra?: InjectOptions): Promise<Answer>;
  /** Like `send`, for calls that must succeed. Returns the reply. */
  call<E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, token?: string): Promise<ReplyOf<E>>;
  /** Stops listening, as after a signal to the process. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

type TestServiceOptions = {
  readonly handlers?: readonly Handler[];
  readonly publicUrl?: string;
  readonly bullhornDoubleUrl?: string;
  readonly signOnDoubleUrl?: string;
  readonly vendorSiteUrl?: string;
  readonly sentThrough?: Services['config']['sentThrough'];
  /** Hosts with ports on loopback that may be called, such as those of doubles. */
  readonly allowHosts?: readonly string[];
  /** Where emails of vendors are sent to. Without it, at an example domain, with senders whose domains have no records. */
  readonly mailIn?: Services['config']['mailIn'];
  /** The service’s clock shows this moment until `advance` moves it. */
  readonly at?: Date;
  /** Without it, the service logs nothing. */
  readonly log?: Logger;
  /** Folder of the nightly backups. Without it none are made. */
  readonly backups?: string;
  /** An empty installation. */
  readonly people?: 'none';
};

/** Starts a service with the usual users. `handlers` replaces the product’s routes. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await createTestDatabase(options.people === 'none' ? 'empty' : 'people');
  let offset = 0;
  const services = createServices({
    effects: commandEffects,
    db: database.db,
    rootKeys: [rootKey],
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
    now: () => new Date((options.at?.getTime() ?? Date.now()) + offset),
    config: {
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:4180',
      home: '/nowhere',
      backups: options.backups,
      version: 'test',
      vendorSiteUrl: options.vendorSiteUrl ?? null,
      allowHosts: options.allowHosts ?? [],
      mailIn: options.mailIn ?? { domain: 'mail.agency.example', resolver: noRecords },
      bullhornDoubleUrl: options.bullhornDoubleUrl ?? null,
      signOnDoubleUrl: options.signOnDoubleUrl ?? null,
      sentThrough: options.sentThrough ?? null,
    },
  });
  const people = options.people === 'none' ? noPeople : inject('testPeople');
  const limits = { perAddress: 100_000, renewalsPerAddress: 100_000, perUser: 100_000, syncPerUser: 100_000 };
  const server = await buildServer({ services, handlers: options.handlers ?? routes, clientFolder: '/nowhere', limits });

  const send: TestService['send'] = async (endpoint, args, token, extra = {}) => {
    const response = await server.app.inject({ ...requestOf(endpoint, args, token), ...extra });
    return { status: response.statusCode, body: plainBody(endpoint, response), response };
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
      // Not to be confirmed again, however far a test advances the clock.
      const sessions = services.db.updateTable('session').set({ confirmed_at: '2999-01-01' });
      await sessions.where('user_id', '=', people[who]).execute();
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

const noRecords = async (name: string): Promise<never> => {
  throw Object.assign(new Error(`no records of ${name}`), { code: 'ENOTFOUND' });
};

function bodyOf(response: LightMyRequestResponse): unknown {
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  return isJson && !String(response.headers['content-type']).includes('ndjson') ? response.json() : response.body;
}

/** The reply or refusal under plain names, as the client reads it. */
function plainBody(endpoint: Endpoint, response: LightMyRequestResponse): unknown {
  const body = bodyOf(response);
  return response.statusCode < 300 ? fromWire(endpoint.reply, body) : (refusalFromWire(endpoint, body) ?? body);
}

/** Path, query and body of a declared call, as the client sends it. */
function requestOf(endpoint: Endpoint, args: Record<string, unknown>, token: string | undefined): InjectOptions {
  const { method, path } = routeOf(endpoint);
  const others = { ...args };
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = others[key];
    delete others[key];
    return encodeURIComponent(String(value));
  });
  const rest = toWire(endpoint.args, others) as Record<string, unknown>;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  if (method === 'GET' || method === 'DELETE') return { method, url, headers, query: textsOf(rest) };
  // A file is sent as a form with the other arguments. Without a file, they are sent as both query and body.
  if (endpoint.upload !== undefined) return { method, url, headers, ...uploaded(rest, endpoint.upload) };
  if (endpoint.wholeBody === undefined) return { method, url, headers, payload: rest };
  const { [endpoint.wholeBody]: body, ...query } = rest;
  return { method, url, headers, query: textsOf(query), payload: body as object };
}

/** The payload of a form with a file. The bytes in `name` are the file; its name is in `nameName`. */
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

const noPeople: TestPeople = {
  provider: 0,
  north: 0,
  south: 0,
  administrator: 0,
  recruiter: 0,
  viewer: 0,
  chief: 0,
  stranger: 0,
};
