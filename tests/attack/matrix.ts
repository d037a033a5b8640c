import type { Endpoint } from '#contract/kit/endpoint.ts';
import { argsFor, attackedCalls, customerKeyOf, idKeysOf, shotOf } from './calls.ts';
import { type Answer, type Findings, inLanes, type Shot, shoot } from './send.ts';
import type { Relation, Role, World } from './world.ts';

type Cell = { readonly shot: Shot; readonly endpoint: Endpoint; readonly relation: Relation; readonly role: Role };

const attackers: readonly Role[] = ['everything', 'chief', 'recruiter', 'viewer', 'disabled', 'acting'];
const relations: readonly Relation[] = ['own', 'child', 'linked', 'foreign', 'deleted', 'absent'];
const mayUse: ReadonlySet<Relation> = new Set(['own', 'linked']);
/** Sync answers devices of a customer that is gone with a word of the protocol, not with a status. */
const gone = /"kind":\s*"(customer_gone|client_unknown|wipe)"/;

/**
 * Every call with every customer relation and with ids of every noun of the victim in every argument that names a row, for every
 * role. Returns the number of cells. `share` is the part of the cells that a short run tries.
 */
export async function attackTenants(world: World, findings: Findings, share: (cells: readonly Cell[]) => readonly Cell[]) {
  const cells = share([...customerCells(world), ...idCells(world)]);
  await inLanes(cells, async (cell) => judge(findings, cell, await shoot(world, findings, cell.shot)));
  return cells.length;
}

function customerCells(world: World): Cell[] {
  return attackedCalls.flatMap((endpoint) =>
    (customerKeyOf(endpoint) === undefined ? (['own'] as const) : relations).flatMap((relation) =>
      attackers.map((role) => {
        const args = argsFor(endpoint, world.customers[relation]);
        return { endpoint, relation, role, shot: shotOf(role, endpoint, args, `for the ${relation} customer`) };
      }),
    ),
  );
}

function idCells(world: World): Cell[] {
  return attackedCalls.flatMap((endpoint) =>
    idKeysOf(endpoint).flatMap((key) =>
      [...world.ids].flatMap(([noun, ids]) =>
        ids.slice(0, 1).flatMap((id) =>
          attackers
            .filter((role) => role !== 'disabled')
            .map((role) => {
              const sample = argsFor(endpoint, world.customers.own);
              const args = { ...sample, [key]: Array.isArray(sample[key]) ? [id] : id };
              const shot = shotOf(role, endpoint, args, `with ${key} = ${noun} ${id}`);
              return { endpoint, relation: 'own' as const, role, shot };
            }),
        ),
      ),
    ),
  );
}

/** A customer of others answers as if it did not exist; a disabled user is signed out. */
function judge(findings: Findings, { endpoint, relation, role, shot }: Cell, { status, text }: Answer): void {
  const allowed = mayUse.has(relation) || endpoint.needs === 'public' || customerKeyOf(endpoint) === undefined;
  if (role === 'disabled' && endpoint.needs !== 'public' && status !== 401)
    findings.wrong.push(`a disabled user got ${status}: ${shot.what}`);
  if (!allowed && status < 400 && !gone.test(text))
    findings.wrong.push(`${role} got ${status}: ${shot.what}: ${text.slice(0, 120)}`);
}
