import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { giveMailAddress } from '#contract/collecting/mails.ts';
import { saveTask } from '#contract/collecting/tasks.ts';
import { receiveWebhook, renewWebhook } from '#contract/collecting/webhooks.ts';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { login } from '#contract/people/auth.ts';
import { checkTarget, saveTarget } from '#contract/posting/posting.ts';
import { protocolVersion, pullChanges, readSnapshot, sendHello } from '#contract/sync/sync.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { requestOf } from '#src/sync/transport/request.ts';
import type { Findings } from './matrix.ts';
import { type Attacked, attacked, idPlaces, replaced, sampleWith } from './schema-places.ts';
import { type Answer, customers, endsSession, type PersonaName, type Stage, usersPerPersona } from './stage.ts';

/** Texts that no one may find again. */
const secret = {
  password: 'canary-Password-7qz1',
  targetPassword: 'canary-target-password-7qz2',
  clientSecret: 'canary-client-secret-7qz3',
  feedKey: 'canary-feed-key-7qz4',
  taskPassword: 'canary-task-password-7qz5',
  taskOrgKey: 'canary-task-org-key-7qz6',
  taskSecretKey: 'canary-task-secret-key-7qz7',
} as const;

/**
 * Gives the service secrets of every kind, uses them, and looks for them in answers, in its output with every level of its log, and
 * in all tables. `output` is asked for once everything was used; by then the lines of the system log must be stored. Also counts the requests that carry one of them to an origin for which it was not given.
 */
export async function searchSecrets(stage: Stage, output: () => Promise<string>): Promise<Findings> {
  const wrong: string[] = [];
  const texts: string[] = [];
  const counts = {
    secrets: 0,
    answers: 0,
    rows: 0,
    'characters of output': 0,
    'lines of the system log': 0,
    'requests to another origin': 0,
    'with a secret': 0,
  };
  await stage.plant(customers.own);
  const post = async (persona: PersonaName | null, endpoint: Endpoint, args: Record<string, unknown>): Promise<Answer> => {
    const { method, path, body } = requestOf(endpoint, args);
    const answer = await stage.ask(persona, {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    texts.push(answer.text);
    return answer;
  };
  const other = await listen();
  try {
    const given = await giveSecrets(stage, post, other.origin);
    wrong.push(...given.wrong);
    const tasks = await giveTaskSecrets(stage, post);
    wrong.push(...tasks.wrong, ...(await readFeed(post)));
    for (const call of reads) for (const args of argsOfRead(call, tasks.ids)) await post('everything', call.endpoint, args);
    const sought = [...Object.values(secret), ...given.tokens, ...tasks.addresses];
    counts.secrets = sought.length;
    counts.answers = texts.length;
    // The one documented place: a person who may change a task sees the address of its feed and its org key.
    const isShown = (value: string) => value === secret.feedKey || value === secret.taskOrgKey;
    const shown = (value: string, text: string) => text.includes(value) && !isShown(value);
    for (const value of sought)
      if (texts.some((text) => shown(value, text))) wrong.push(`an answer contains the secret ${value.slice(0, 24)}`);
    const said = await output();
    counts['characters of output'] = said.length;
    for (const value of sought) if (said.includes(value)) wrong.push(`the output contains the secret ${value.slice(0, 24)}`);
    const dumped = await rowsWith(stage, sought);
    counts.rows = dumped.rows;
    counts['lines of the system log'] = dumped.logged;
    wrong.push(...dumped.found);
    const carrying = other.requests.filter((text) =>
      sought.some((value) => text.includes(value) || text.includes(encodeURIComponent(value))),
    );
    counts['requests to another origin'] = other.requests.length;
    counts['with a secret'] = carrying.length;
    for (const text of carrying) wrong.push(`a request to another origin carries a secret: ${text.slice(0, 200)}`);
  } finally {
    await other.close();
  }
  return { counts, wrong };
}

/** Every call that reads, but streams without an end and calls that end a session. */
const reads = attacked.filter(
  ({ endpoint }) =>
    endpoint.raw !== 'sse' && endpoint.needs !== 'public' && endpoint.route.startsWith('GET ') && !endsSession(endpoint),
);

/** Arguments that name the caller's own rows; calls about tasks also get those that name each of the tasks. */
function argsOfRead({ name, schema }: Attacked, taskIds: readonly number[]): Record<string, unknown>[] {
  const args = sampleWith(schema, customers.own) as Record<string, unknown>;
  const place = /agent|crawler|webhook|mail/i.test(name) ? idPlaces(schema).find(([key]) => key === 'id') : undefined;
  return [args, ...(place ? taskIds.map((id) => replaced(args, place, id) as Record<string, unknown>) : [])];
}

type Post = (persona: PersonaName | null, endpoint: Endpoint, args: Record<string, unknown>) => Promise<Answer>;

async function giveSecrets(stage: Stage, post: Post, otherOrigin: string) {
  const { db } = stage.door;
  const wrong: string[] = [];
  const tokens: string[] = [];
  const email = 'secrets@attack.test';
  const chief = await db.selectFrom('app_user').select('id').where('email', '=', 'chief0@attack.test').executeTakeFirstOrThrow();
  const sign = {
    email,
    customer_id: customers.own,
    user_id: chief.id,
    password_hash: await hashPassword(stage.door.secrets, secret.password),
  };
  await db
    .insertInto('sign_in')
    .values(sign)
    .onConflict((c) => c.doNothing())
    .execute();
  const { path } = requestOf(login, { username: email, password: secret.password });
  // Answers of sign-in are the one place where tokens belong.
  const signedIn = await stage.ask(null, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: secret.password }),
  });
  const access = /"access_token":"([^"]+)"/.exec(signedIn.text)?.[1];
  const refresh = /refresh[^=]*=([^;"]+)/i.exec(JSON.stringify(signedIn.headers['set-cookie'] ?? ''))?.[1];
  tokens.push(...[access, refresh].filter((token) => token !== undefined));
  if (access === undefined) wrong.push(`signing in answered ${signedIn.status}: ${signedIn.text.slice(0, 200)}`);
  await post(null, login, { username: email, password: `${secret.password}x` });
  const id = customers.own;
  const target = { id, name: 'Secret target', isDisabled: true, username: 'api', settings: { clientId: 'c' } };
  const given = { password: secret.targetPassword, clientSecret: secret.clientSecret };
  // Saving a secret needs a confirmed session. This is the last part, so from here on all of them count as confirmed.
  await sql`alter table session alter column confirmed_at set default now()`.execute(db);
  await db.updateTable('session').set({ confirmed_at: stage.door.now() }).where('customer_id', '=', customers.own).execute();
  const saved = await post('chief', saveTarget, { ...target, ...given, url: 'https://127.0.0.1:9/login' });
  if (saved.status !== 200) wrong.push(`saving a target answered ${saved.status}: ${saved.text.slice(0, 300)}`);
  for (const url of [`${otherOrigin}/login`, `${otherOrigin}/redirect`])
    for (const person of ['chief', 'acting', 'everything'] as const) {
      // Without the secrets, so that the stored ones would be sent there.
      await post(person, saveTarget, { ...target, url });
      await post(person, checkTarget, { id });
    }
  return { wrong, tokens };
}

/**
 * Gives the service tasks with all that vendors and people enter or get: credentials, the address of a webhook, to which something is
 * sent, and an address for emails. Answers that show an address are its documented place. Returns the secret parts of the addresses.
 */
async function giveTaskSecrets(stage: Stage, post: Post) {
  const wrong: string[] = [];
  const ids: number[] = [];
  const save = async (name: string, given: Record<string, unknown>) => {
    const task = { cust: customers.own, id: 0, name, site: 'Secret', url: null, everyMinutes: 60, isDisabled: true };
    const { status, text } = await post('chief', saveTask, { ...task, ...given });
    if (status !== 200) wrong.push(`saving the task ${name} answered ${status}: ${text.slice(0, 300)}`);
    const id = Number(/"ID":(\d+)/.exec(text)?.[1]);
    ids.push(id);
    return id;
  };
  await save('Secret feed', { url: `https://127.0.0.1:9/feed?key=${secret.feedKey}` });
  const { taskPassword: password, taskOrgKey: orgKey, taskSecretKey: secretKey } = secret;
  await save('Secret API', { crawlerId: 61, url: 'https://127.0.0.1:9', username: 'api', password, orgKey, secretKey });
  const addresses: string[] = [];
  const addressOf = async (endpoint: Endpoint, id: number, form: RegExp) => {
    const { method, path, body } = requestOf(endpoint, { cust: customers.own, id });
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await stage.ask('chief', { method, path, headers, ...(body === undefined ? {} : { body }) });
    const found = form.exec(text)?.[1];
    if (found === undefined) wrong.push(`${endpoint.route} answered ${status}: ${text.slice(0, 300)}`);
    addresses.push(found ?? 'no address');
    return found ?? '';
  };
  const webhook = await save('Secret webhook', { crawlerId: 63 });
  const key = await addressOf(renewWebhook, webhook, /webhook\/\d+-([\w-]+)/);
  for (const [sent, expected] of [
    [key, 202],
    [key.replace(/./g, 'x'), 404],
  ] as const) {
    const { method, path } = routeOf(receiveWebhook);
    const body = JSON.stringify([{ 'Job ID': 'SECRET-1', Facility: 'Mercy', City: 'Reno', State: 'NV' }]);
    const url = path.replace(':key', `${webhook}-${sent}`);
    const { status } = await stage.ask(null, { method, path: url, headers: { 'content-type': 'application/json' }, body });
    if (status !== expected) wrong.push(`a delivery was answered ${status} instead of ${expected}`);
  }
  await addressOf(giveMailAddress, await save('Secret emails', { crawlerId: 3 }), /"address":"([^"@]+)@/i);
  return { wrong, ids, addresses };
}

/** Reads all rows as a device does, for the first time and later. Its answers are among those that are searched. */
async function readFeed(post: Post): Promise<string[]> {
  const place = { customerId: customers.own, clientId: 'secrets-device-0001' };
  const about = { deviceLabel: 'x', appVersion: 'x', unsent: 0, oldestUnsentAt: null, persisted: false };
  const hello = await post('everything', sendHello, { protocol: protocolVersion, ...place, ...about });
  const { epoch, scope } = JSON.parse(hello.text) as { epoch: string; scope: string };
  const first = await post('everything', readSnapshot, { ...place, clientId: 'secrets-device-0002' });
  const pull = { ...place, clientId: 'secrets-device-0003', epoch, scope, since: 0, limit: 5000 };
  let later = await post('everything', pullChanges, pull);
  // Each request comes from the next person of the persona, and each person’s feed has a scope of its own.
  for (let person = 1; person < usersPerPersona && later.text.includes('"kind":"resync"'); person++)
    later = await post('everything', pullChanges, pull);
  const whole = first.text.includes('Secret API') && later.text.includes('Secret API');
  return whole ? [] : [`the feed lacks a task: ${first.status}, ${later.status} ${later.text.slice(0, 300)}`];
}

/** Rows of all tables, in every schema of ours, that contain one of the texts. */
async function rowsWith(stage: Stage, sought: readonly string[]) {
  const { rows: tables } = await sql<{ place: string }>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')
      -- The one documented place of an address for emails: a server that takes an email in finds its task there.
      and table_name not in ('mail_address', 'ticket_address')`.execute(stage.door.db);
  let rows = 0;
  let logged = 0;
  const found: string[] = [];
  for (const { place } of tables) {
    const { rows: lines } = await sql<{ text: string }>`select t::text as text from ${sql.raw(place)} t`.execute(stage.door.db);
    rows += lines.length;
    if (place === 'public.system_log') logged = lines.length;
    for (const value of sought)
      if (lines.some(({ text }) => text.includes(value)))
        found.push(`the table ${place} contains the secret ${value.slice(0, 24)}`);
  }
  return { rows, logged, found };
}

/** A server of another origin that keeps every request that reaches it. One of its paths redirects to another host. */
async function listen() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(parts).toString()}`);
      if (request.url?.startsWith('/redirect')) response.writeHead(302, { location: 'http://localhost:9/' });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, requests, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}
