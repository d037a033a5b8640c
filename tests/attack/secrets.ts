import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { saveTask } from '#contract/collecting/tasks.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { login } from '#contract/people/auth.ts';
import { checkTarget, saveTarget } from '#contract/posting/posting.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { requestOf } from '#src/sync/transport/request.ts';
import type { Findings } from './matrix.ts';
import { attacked, sampleWith } from './schema-places.ts';
import { type Answer, customers, endsSession, type PersonaName, type Stage } from './stage.ts';

/** Texts that no one may find again. */
const secret = {
  password: 'canary-Password-7qz1',
  targetPassword: 'canary-target-password-7qz2',
  clientSecret: 'canary-client-secret-7qz3',
  feedKey: 'canary-feed-key-7qz4',
} as const;

/**
 * Gives the service secrets of every kind, uses them, and looks for them in answers, in its output with every level of its log, and
 * in all tables. Also counts the requests that carry one of them to an origin for which it was not given.
 */
export async function searchSecrets(stage: Stage, output: () => string): Promise<Findings> {
  const wrong: string[] = [];
  const texts: string[] = [];
  const counts = {
    secrets: 0,
    answers: 0,
    rows: 0,
    'characters of output': 0,
    'requests to another origin': 0,
    'with a secret': 0,
  };
  const { db } = stage.door;
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
    for (const call of attacked) {
      if (
        call.endpoint.raw === 'sse' ||
        call.endpoint.needs === 'public' ||
        !call.endpoint.route.startsWith('GET ') ||
        endsSession(call.endpoint)
      )
        continue;
      await post('everything', call.endpoint, sampleWith(call.schema, customers.own) as Record<string, unknown>);
    }
    const sought = [...Object.values(secret), ...given.tokens];
    counts.secrets = sought.length;
    counts.answers = texts.length;
    // The one documented place: a person who may change a task sees the address of its feed.
    const shown = (value: string, text: string) => text.includes(value) && value !== secret.feedKey;
    for (const value of sought)
      if (texts.some((text) => shown(value, text))) wrong.push(`an answer contains the secret ${value.slice(0, 24)}`);
    const said = output();
    counts['characters of output'] = said.length;
    for (const value of sought) if (said.includes(value)) wrong.push(`the output contains the secret ${value.slice(0, 24)}`);
    const dumped = await rowsWith(stage, sought);
    counts.rows = dumped.rows;
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
  const task = { cust: customers.own, id: 0, name: 'Secret task', site: 'Secret', everyMinutes: 60, isDisabled: true };
  const fed = await post('chief', saveTask, { ...task, url: `https://127.0.0.1:9/feed?key=${secret.feedKey}` });
  if (fed.status !== 200) wrong.push(`saving a task answered ${fed.status}: ${fed.text.slice(0, 300)}`);
  return { wrong, tokens };
}

/** Rows of all tables, in every schema of ours, that contain one of the texts. */
async function rowsWith(stage: Stage, sought: readonly string[]) {
  const { rows: tables } = await sql<{ place: string }>`
    select format('%I.%I', table_schema, table_name) as place from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(stage.door.db);
  let rows = 0;
  const found: string[] = [];
  for (const { place } of tables) {
    const { rows: lines } = await sql<{ text: string }>`select t::text as text from ${sql.raw(place)} t`.execute(stage.door.db);
    rows += lines.length;
    for (const value of sought)
      if (lines.some(({ text }) => text.includes(value)))
        found.push(`the table ${place} contains the secret ${value.slice(0, 24)}`);
  }
  return { rows, found };
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
