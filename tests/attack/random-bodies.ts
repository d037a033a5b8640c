import fc from 'fast-check';
import * as z from 'zod';
import { type CommandName, commandArgs, commandNames } from '#contract/commands/commands.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { argsFor, attackedCalls, customerKeyOf, shotOf } from './calls.ts';
import { type Findings, inLanes, shoot } from './send.ts';
import type { Role, World } from './world.ts';

type Schema = {
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  minItems?: number;
};
type Ids = fc.Arbitrary<number | string>;

const attackers: readonly Role[] = ['everything', 'chief', 'recruiter', 'viewer', 'acting'];
const noted = ['name', 'args', 'pre', 'mutations'];

/** Sends `count` random bodies that fit the calls' schemas, with ids of the victim's rows at random places. */
export async function attackWithRandomBodies(world: World, findings: Findings, count: number, seed: number): Promise<number> {
  const ids = fc.constantFrom(...[...world.ids.values()].flat());
  const customers = fc.constantFrom(...Object.values(world.customers));
  const bodies = fc.sample(
    fc.constantFrom(...attackedCalls).chain((endpoint) =>
      fc.record({
        endpoint: fc.constant(endpoint),
        role: fc.constantFrom(...attackers),
        args: argsOf(endpoint, ids, customers, world),
      }),
    ),
    { numRuns: count, seed },
  );
  await inLanes(bodies, async ({ endpoint, role, args }, n) => {
    await shoot(world, findings, shotOf(role, endpoint, args, `random body ${n}: ${JSON.stringify(args).slice(0, 600)}`));
  });
  return bodies.length;
}

function argsOf(endpoint: Endpoint, ids: Ids, customers: fc.Arbitrary<number>, world: World) {
  const key = customerKeyOf(endpoint);
  const schema = z.toJSONSchema(endpoint.args, { io: 'input', unrepresentable: 'any' }) as Schema;
  return fc
    .record({
      drawn: valueOf(schema, ids),
      customer: fc.oneof(fc.constant(world.customers.own), customers),
      change: changeOf(ids),
    })
    .map(({ drawn, customer, change }) => {
      const args = { ...argsFor(endpoint, customer), ...(drawn as object), ...(key === undefined ? {} : { [key]: customer }) };
      const shape = endpoint.args.shape;
      if (noted.slice(0, 3).every((name) => Object.hasOwn(shape, name))) return { ...args, ...change };
      if (!Object.hasOwn(shape, 'mutations')) return args;
      const mutation = {
        seq: 1,
        ...change,
        dependsOn: [],
        actor: 'attack',
        createdAt: '2026-11-21T00:00:00.000Z',
        fingerprint: '',
      };
      return { ...args, mutations: [mutation] };
    });
}

/** A command with random arguments, for the calls that carry one. */
const changeOf = (ids: Ids) =>
  fc.constantFrom(...commandNames).chain((name: CommandName) =>
    fc.record({
      name: fc.constant(name),
      args: valueOf(z.toJSONSchema(commandArgs[name], { io: 'input', unrepresentable: 'any' }) as Schema, ids),
      pre: fc.constant({}),
    }),
  );

const plain = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom('', '-1', '0', '1', 'me', '2026-11-21', '2026-11-21T00:00:00Z', '%', "' or 1=1 --") },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

function valueOf(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => valueOf(option, ids)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, ids);
  if (type === 'array') return fc.array(valueOf(schema.items ?? {}, ids), { minLength: schema.minItems ?? 0, maxLength: 3 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') return fc.oneof(ids, ids, fc.integer({ min: -2, max: 30 }));
  if (type === 'string') return fc.oneof(plain, ids.map(String));
  return fc.oneof(ids, fc.jsonValue({ maxDepth: 2 }));
}

function objectOf(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]) => [name, valueOf(each, ids)] as const);
  if (fields.length === 0) return fc.dictionary(fc.string({ maxLength: 6 }), fc.oneof(plain, ids), { maxKeys: 2 });
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}
