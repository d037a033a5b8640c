import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { attackRequest, type Findings, judge } from './matrix.ts';
import { type Attacked, attacked, sampleWith } from './schema-places.ts';
import { type Answer, customers, endsSession, type PersonaName, type RawRequest, type Stage } from './stage.ts';

/** Fields that no body may set unless its call declares them. Calls that declare one judge it by right. */
const privileged: Readonly<Record<string, unknown>> = {
  customerId: customers.foreign,
  customer_id: customers.foreign,
  objCustID: customers.foreign,
  userId: customers.foreign,
  role: 2,
  role_id: 2,
  roleId: 2,
  rights: [1, 2, 3],
  administrator: true,
  authorises_everything: true,
  authorisesEverything: true,
  isAdmin: true,
  provider: true,
  parent_id: customers.own,
  GlobalRule_Fl: true,
  IsGlobalRule: true,
  global: true,
  AdminsOnly: true,
  adminsOnly: true,
  disabledByAdmin: false,
  disabled_at: null,
  deleted_at: null,
  password_hash: 'x',
  expired: false,
  rev: 1,
  version: 99,
};
const roles: readonly PersonaName[] = ['viewer', 'recruiter', 'chief'];
/** As JSON text, since an object literal would set the prototype. */
const prototypes = ['"__proto__":{"administrator":true,"polluted":true}', '"constructor":{"prototype":{"polluted":true}}'];

/** Calls that change such a value by what they are for: the column of the customer that each may change. */
const meant: Readonly<Record<string, string>> = { 'POST /api/subscriptionlicense/:cust/add/:n': 'agents_included' };

/**
 * What decides about power: users, sign-ins, roles, customers, links, and the marks that only administrators set. `without` is a column of
 * customers that is left out.
 */
async function powersOf(db: Db, without = ''): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select u::text as text from (select customer_id, id, email, role_id, rights, disabled_at from app_user) u
    union all select s::text from sign_in s
    union all select r::text from role r
    union all select (to_jsonb(c) - ${without}::text)::text from customer c
    union all select l::text from user_link l
    union all select r::text from (select customer_id, id, row->>'global', row->>'adminsOnly' from rule where row->>'global' = 'true' or row->>'adminsOnly' = 'true') r
    union all select t::text from (select customer_id, id, row->>'disabledByAdmin', row->>'ignored' from task) t
    union all select f::text from field_definition f
    union all select s::text from shared_facility s
    union all select s::text from crawler_setup s
    order by 1`.execute(db);
  return rows.map(({ text }) => text).join('\n');
}

type Sent = { readonly call: Attacked; readonly request: RawRequest; readonly body: string };

/** Sends a body with privileged fields as one role, and then with those alone that the call does not refuse by name. */
async function assignAs(stage: Stage, persona: PersonaName, { call, request, body }: Sent, counts: Record<string, number>) {
  const wrong: string[] = [];
  const send = async (text: string): Promise<Answer> => {
    const answer = await stage.ask(persona, { ...request, body: text });
    counts['bodies'] = (counts['bodies'] ?? 0) + 1;
    const said = judge(persona, call.endpoint.needs === 'public', answer);
    if (said !== undefined) wrong.push(`${call.name} as ${persona} with privileged fields ${said}`);
    return answer;
  };
  const sent = JSON.parse(body) as Record<string, unknown>;
  // The schema of a command drops what it does not know.
  const widened =
    call.command === undefined ? { ...privileged, ...sent } : { ...sent, args: { ...privileged, ...(sent['args'] as object) } };
  const { status, text } = await send(JSON.stringify(widened));
  const refused = status === 400 ? Object.keys((JSON.parse(text) as { fields?: object }).fields ?? {}) : [];
  const byName = refused.filter((field) => Object.hasOwn(privileged, field) && !Object.hasOwn(sent, field));
  if (byName.length > 0) {
    counts['refused by name'] = (counts['refused by name'] ?? 0) + 1;
    await send(JSON.stringify(Object.fromEntries(Object.entries(widened).filter(([field]) => !byName.includes(field)))));
  }
  for (const prototype of prototypes) await send(`{${prototype}${body === '{}' ? '' : ','}${body.slice(1)}`);
  return wrong;
}

/** Sends every changing call with privileged fields beside its own, as each role. No power may change. */
export async function assignPrivileges(stage: Stage): Promise<Findings> {
  const findings: Findings = { counts: { bodies: 0, 'refused by name': 0 }, wrong: [] };
  const { counts, wrong } = findings;
  await stage.plant(customers.own);
  let before = await powersOf(stage.door.db);
  for (const call of attacked) {
    if (call.endpoint.route.startsWith('GET ') || call.endpoint.upload !== undefined || endsSession(call.endpoint)) continue;
    const own = sampleWith(call.schema, customers.own) as Record<string, unknown>;
    const request = attackRequest(call, own);
    if (typeof request.body !== 'string' || !request.body.startsWith('{')) continue;
    const without = meant[call.endpoint.route];
    if (without !== undefined) before = await powersOf(stage.door.db, without);
    for (const persona of roles) wrong.push(...(await assignAs(stage, persona, { call, request, body: request.body }, counts)));
    const after = await powersOf(stage.door.db, without);
    if (after !== before) {
      const known = new Set(before.split('\n'));
      wrong.push(
        `${call.name} changed ${after
          .split('\n')
          .filter((line) => !known.has(line))
          .join('; ')
          .slice(0, 400)}`,
      );
      before = after;
    }
    if (without !== undefined) before = await powersOf(stage.door.db);
  }
  if ('polluted' in {}) wrong.push('a prototype was changed');
  return findings;
}
