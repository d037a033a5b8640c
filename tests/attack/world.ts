import { hashPassword } from '#server/people/auth/passwords.ts';
import { demoSignIns } from '#server/seed/seed-demo.ts';
import type { TargetService } from './target-service.ts';

/** The roles that attack. `acting` is a provider administrator who works as a recruiter; `disabled` was disabled after sign-in. */
const roles = ['everything', 'chief', 'recruiter', 'viewer', 'disabled', 'acting', 'provider'] as const;
export type Role = (typeof roles)[number];
const roleIds: Record<Role, number> = { everything: 5, chief: 1, recruiter: 3, viewer: 4, disabled: 5, acting: 2, provider: 2 };

/** Customers as the attackers see them. `foreign` is the demo agency, the victim. */
export type Relation = 'own' | 'child' | 'linked' | 'foreign' | 'deleted' | 'absent';

export type World = {
  readonly target: TargetService;
  readonly victim: number;
  readonly customers: Readonly<Record<Relation, number>>;
  readonly users: Readonly<Record<Role, number>>;
  readonly tokens: Record<Role, string>;
  /** Ids of the victim's rows by table, and of rows that have a text as id. */
  readonly ids: ReadonlyMap<string, readonly (number | string)[]>;
  /** Texts that only the victim's rows contain. */
  readonly canaries: number;
  signIn(role: Role): Promise<void>;
};

/** Every planted text contains it. */
export const canaryMark = 'CANARY7Q';
const attackPassword = 'harbor-Attack-93-lantern';
const emailOf = (role: Role) => `${role}@attack.example`;

/** Adds the attackers beside the demo agency, and plants the canaries in the agency's rows. */
export async function makeWorld(target: TargetService): Promise<World> {
  const [agency] = await target.rows<{ id: number }>("select id from customer where name = 'Harborview Staffing'");
  const [provider] = await target.rows<{ id: number }>('select id from customer where provider order by id limit 1');
  if (!agency || !provider) throw new Error('the demo agency is missing');
  const own = await addCustomer(target, 'Attackers', null);
  const customers = {
    own,
    child: await addCustomer(target, 'Child of the attackers', own),
    linked: await addCustomer(target, 'Linked with the attackers', null),
    foreign: agency.id,
    deleted: await addCustomer(target, 'Deleted', own),
    absent: 999_999,
  };
  await target.db.query('update customer set deleted_at = now() where id = $1', [customers.deleted]);
  const hash = await hashPassword(attackPassword);
  const users = {} as Record<Role, number>;
  for (const role of roles) {
    const home = role === 'provider' || role === 'acting' ? provider.id : own;
    users[role] = await addUser(target, home, role, hash);
    if (home === own)
      await target.db.query(
        'insert into user_link (customer_id, user_id, linked_customer_id, asked_at, agreed_at) values ($1, $2, $3, now(), now())',
        [own, users[role], customers.linked],
      );
  }
  const canaries = await plantCanaries(target, agency.id);
  const tokens = {} as Record<Role, string>;
  const signIn = async (role: Role) => {
    await target.db.query('update app_user set disabled_at = null, role_id = $2 where id = $1', [users[role], roleIds[role]]);
    await target.db.query('delete from sign_in_attempt');
    await target.db.query('update sign_in set password_hash = $2, expired = false where user_id = $1', [users[role], hash]);
    tokens[role] = await tokenOf(target, emailOf(role), attackPassword);
    if (role === 'disabled') await target.db.query('update app_user set disabled_at = now() where id = $1', [users[role]]);
    if (role === 'acting') tokens[role] = await workAs(target, tokens[role], own, users.recruiter);
  };
  for (const role of roles) await signIn(role);
  return { target, victim: agency.id, customers, users, tokens, ids: await idsOf(target, agency.id), canaries, signIn };
}

/** Text of every table that has a customer, as rows of the victim: table name to hash of its content. */
export async function hashesOf({ target, victim }: World): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const table of await tenantTables(target)) {
    const [row] = await target.rows<{ hash: string | null }>(
      `select md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from "${table}" t where customer_id = $1`,
      [victim],
    );
    hashes.set(table, row?.hash ?? 'no rows');
  }
  const [customer] = await target.rows<{ hash: string }>('select md5(t::text) as hash from customer t where id = $1', [victim]);
  return hashes.set('customer', customer?.hash ?? 'no row');
}

/** Tables whose rows belong to a customer. */
const tenantTables = async (target: TargetService): Promise<string[]> =>
  (
    await target.rows<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'customer_id' and table_type = 'BASE TABLE' order by 1`,
    )
  ).map(({ name }) => name);

async function addCustomer(target: TargetService, name: string, parent: number | null): Promise<number> {
  const [row] = await target.rows<{ id: number }>(
    'insert into customer (name, parent_id, industry) values ($1, $2, 2) returning id',
    [name, parent],
  );
  return row?.id ?? 0;
}

async function addUser(target: TargetService, customerId: number, role: Role, hash: string): Promise<number> {
  const [row] = await target.rows<{ id: number }>(
    `insert into app_user (customer_id, email, name, role_id, rights, disclaimer_by)
     select $1, $2, $3, id, rights, 'Attack' from role where id = $4 returning id`,
    [customerId, emailOf(role), `The ${role}`, roleIds[role]],
  );
  const id = row?.id ?? 0;
  await target.db.query('insert into sign_in (email, customer_id, user_id, password_hash) values ($1, $2, $3, $4)', [
    emailOf(role),
    customerId,
    id,
    hash,
  ]);
  return id;
}

/** Appends a unique text to the names, titles and notes of the victim's rows, where the database accepts it. */
async function plantCanaries(target: TargetService, victim: number): Promise<number> {
  let planted = 0;
  const named = '(name|title|text|subject|facility|words|message|address|city|notes?|description|device_label|file_name)$';
  const columns = await target.rows<{ table: string; column: string; json: boolean }>(
    `select table_name as table, column_name as column, data_type = 'jsonb' as json from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) and table_name not in ('audit', 'mutation_result')
       and ((data_type = 'text' and column_name ~ $2) or (data_type = 'jsonb' and column_name = 'row'))`,
    [await tenantTables(target), named],
  );
  for (const { table, column, json } of columns) {
    const value = json
      ? `(select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' and key ~* '${named}'
           then to_jsonb((value #>> '{}') || ' ${canaryMark}') else value end) from jsonb_each("${column}"))`
      : `"${column}" || ' ${canaryMark}'`;
    // A generated or constrained column keeps its value.
    const done = await target.db
      .query(`update "${table}" set "${column}" = ${value} where customer_id = $1 and "${column}" is not null`, [victim])
      .catch(() => undefined);
    planted += done?.rowCount ?? 0;
  }
  return planted;
}

/** A few ids of every noun of the victim. */
async function idsOf(target: TargetService, victim: number): Promise<Map<string, (number | string)[]>> {
  const columns = await target.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and column_name in ('id', 'client_id', 'ext_id', 'reference', 'external_id')`,
    [await tenantTables(target)],
  );
  const ids = new Map<string, (number | string)[]>();
  for (const { table, column } of columns) {
    const found = await target.rows<{ id: number | string }>(
      `select distinct "${column}" as id from "${table}" where customer_id = $1 and "${column}" is not null order by 1 desc limit 3`,
      [victim],
    );
    const numbers = found.map(({ id }) => (/^\d{1,9}$/.test(String(id)) ? Number(id) : id));
    if (numbers.length > 0) ids.set(`${table}.${column}`, numbers);
  }
  return ids;
}

async function tokenOf(target: TargetService, username: string, password: string): Promise<string> {
  const response = await post(target, '/auth/login', { username, password });
  const body = (await response.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`);
  return body.access_token;
}

async function workAs(target: TargetService, token: string, customer: number, user: number): Promise<string> {
  const response = await post(target, `/api/user/loginas/${customer}/${user}`, { reason: 'attack' }, token);
  const text = await response.text();
  const found = /"access_token":\s*"([^"]+)"/.exec(text)?.[1];
  if (!response.ok) throw new Error(`working as another user failed: ${response.status} ${text}`);
  return found ?? token;
}

const post = (target: TargetService, path: string, body: unknown, token?: string) =>
  fetch(`${target.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** Passwords of the demo and of the attackers: they must appear nowhere in clear. */
export const passwords = [...demoSignIns.map(({ password }) => password), attackPassword];
