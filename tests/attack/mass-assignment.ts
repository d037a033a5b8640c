import { routeOf } from '#contract/kit/endpoint.ts';
import { argsFor, attackedCalls, shotOf } from './calls.ts';
import { type Findings, inLanes, shoot } from './send.ts';
import type { Role, World } from './world.ts';

const attackers: readonly Role[] = ['everything', 'chief', 'recruiter', 'viewer', 'acting'];

/** Fields that would give power if a call took them from a body. */
function privileged(world: World): Record<string, unknown> {
  const { foreign } = world.customers;
  return {
    customerId: foreign,
    customer_id: foreign,
    CustomerID: foreign,
    userId: world.users.provider,
    UserID: world.users.provider,
    actorId: world.users.provider,
    role: 2,
    roleId: 2,
    role_id: 2,
    RoleID: 2,
    rights: [28, 29],
    administrator: true,
    isAdmin: true,
    authorisesEverything: true,
    provider: true,
    GlobalRule: true,
    globalRule: true,
    AdminsOnly: true,
    adminsOnly: true,
    disabled: false,
    disabledAt: null,
    deleted: false,
    parentId: foreign,
    ['__proto__']: { administrator: true },
    constructor: { prototype: { administrator: true } },
  };
}

/**
 * Sends each call of each role with one privileged field more, and with all of them. Afterwards no account, role, customer or link
 * may differ. Returns the number of bodies.
 */
export async function attackWithMoreFields(world: World, findings: Findings, part: <T>(all: readonly T[]) => readonly T[]) {
  const before = await accountsOf(world);
  const extras = privileged(world);
  const sets = [...Object.entries(extras).map(([name, value]) => ({ [name]: value })), extras];
  const all = attackedCalls
    .filter(({ route, upload }) => !route.startsWith('GET ') && upload === undefined)
    .flatMap((endpoint) => attackers.flatMap((role) => sets.map((extra) => ({ endpoint, role, extra }))));
  const bodies = part(all);
  await inLanes(bodies, async ({ endpoint, role, extra }) => {
    const shot = shotOf(role, endpoint, argsFor(endpoint, world.customers.own), `with ${Object.keys(extra).join(', ')}`);
    const { method } = routeOf(endpoint);
    if (method === 'DELETE' || typeof shot.body !== 'string') return;
    const body = endpoint.wholeBody === undefined ? joined(shot.body, extra) : shot.body;
    await shoot(world, findings, { ...shot, body });
  });
  const after = await accountsOf(world);
  for (const [name, content] of before)
    if (after.get(name) !== content) findings.wrong.push(`more fields in a body changed ${name}`);
  return bodies.length;
}

/** Joined as text, so that `__proto__` travels as a field. */
function joined(body: string, extra: Record<string, unknown>): string {
  const more = JSON.stringify(extra).slice(1, -1);
  return body === '{}' ? `{${more}}` : `${body.slice(0, -1)},${more}}`;
}

/** Everything that gives power, by table. */
async function accountsOf({ target }: World): Promise<Map<string, string>> {
  const texts: Readonly<Record<string, string>> = {
    'users and their rights': `select id, customer_id, email, role_id, rights, disabled_at is null from app_user order by id`,
    roles: `select * from role order by id`,
    customers: `select id, parent_id, provider, deleted_at is null from customer order by id`,
    links: `select customer_id, user_id, linked_customer_id, agreed_at is null from user_link order by 1, 2, 3`,
    'sign-ins': `select email, customer_id, user_id from sign_in order by email`,
  };
  const found = await Promise.all(
    Object.entries(texts).map(async ([name, text]) => [name, JSON.stringify(await target.rows(text))] as const),
  );
  return new Map(found);
}
