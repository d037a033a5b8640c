import fc from 'fast-check';
import { attackRequest, type Findings, judge } from './matrix.ts';
import { contentOf, differences } from './plant/plant-rows.ts';
import { clientIdOf, uuidOf } from './plant/planted.ts';
import { type Attacked, attacked, customerKeys, type JsonSchema } from './schema-places.ts';
import { customers, endsSession, idOf, type PersonaName, type Relation, type Stage } from './stage.ts';

const victims = [customers.foreign, customers.child, customers.deleted];
const relations: readonly Relation[] = ['foreign', 'foreign', 'child', 'deleted', 'own', 'absent'];
const callers: readonly PersonaName[] = ['everything', 'chief', 'recruiter', 'viewer', 'acting'];
const ids = fc.constantFrom(...relations).map(idOf);

/** Any value that a schema describes. Numbers and texts are often ids of rows of other customers. */
function anyValue(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  if (customerKeys.has(name))
    return fc.oneof({ weight: 4, arbitrary: fc.constant(customers.own) }, { weight: 1, arbitrary: ids });
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (options.length > 0) return fc.oneof(...options.map((option) => anyValue(option, name)));
  const type = [schema.type ?? 'any'].flat()[0];
  switch (type) {
    case 'object':
      return anyObject(schema);
    case 'array':
      return fc.array(anyValue(schema.items ?? {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(3, schema.maxItems ?? 3)),
      });
    case 'integer':
    case 'number':
      return anyNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return anyText(schema);
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(fc.constant({}), fc.jsonValue({ maxDepth: 2 }));
  }
}

function anyObject({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([key, part]) => [key, anyValue(part, key)] as const);
  if (fields.length > 0)
    return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((key) => key in properties) });
  const rest = typeof additionalProperties === 'object' ? anyValue(additionalProperties) : fc.jsonValue({ maxDepth: 1 });
  return fc.dictionary(
    fc.oneof(
      ids.map(String),
      ids.map((id) => `job/${id}`),
    ),
    rest,
    { maxKeys: 2 },
  );
}

function anyNumber({ minimum = -1, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> {
  const small = fc.integer({
    min: Math.max(Math.ceil(minimum), -1),
    max: Math.max(Math.ceil(minimum), Math.min(Math.floor(maximum), 300)),
  });
  return maximum < customers.own ? small : fc.oneof({ weight: 3, arbitrary: ids }, { weight: 1, arbitrary: small });
}

function anyText({ format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return ids.map(uuidOf);
  if (format === 'date-time') return fc.constantFrom('2026-11-21T00:00:00.000Z', '1970-01-01T00:00:00Z');
  const words = fc.constantFrom('x', 'Mercy', '', '2026-11-21', '%', "' or 1=1 --", '[Facility] equal "x"', 'facility', 'degree');
  const texts = fc.oneof(ids.map(String), ids.map(clientIdOf), words, fc.string({ maxLength: 20 }));
  return texts.map((text) => text.padEnd(minLength, 'x').slice(0, Math.max(minLength, maxLength)));
}

/** Calls that name a customer in text or number; public calls are tried by the other parts. */
const calls = attacked.filter(({ endpoint }) => endpoint.needs !== 'public' && endpoint.raw !== 'sse' && !endsSession(endpoint));

/** The arguments of a call that its own schema describes. */
const anyRequest: fc.Arbitrary<{ call: Attacked; args: Record<string, unknown>; persona: PersonaName }> = fc
  .constantFrom(...calls)
  .chain((call) =>
    fc.record({
      call: fc.constant(call),
      args: anyValue(call.schema) as fc.Arbitrary<Record<string, unknown>>,
      persona: fc.constantFrom(...callers),
    }),
  );

/** How often the victims' content is compared, and the caller's own rows are renewed. */
const stride = 200;

/** Sends random bodies with ids of other customers. Whatever they answer, nothing of the others shows or changes. */
export async function sendRandomBodies(stage: Stage, { count, seed }: { count: number; seed: number }): Promise<Findings> {
  const findings: Findings = { counts: { bodies: 0, answered: 0, refused: 0 }, wrong: [] };
  const { counts, wrong } = findings;
  let before = await contentOf(stage.door.db, victims);
  const compare = async (upTo: number) => {
    const after = await contentOf(stage.door.db, victims);
    for (const changed of differences(before, after))
      wrong.push(`${changed} changed by one of the bodies ${upTo - stride} to ${upTo} (seed ${seed})`);
    before = after;
  };
  for (const [n, { call, args, persona }] of fc.sample(anyRequest, { numRuns: count, seed }).entries()) {
    if (n % stride === 0) {
      await stage.plant(customers.own);
      await compare(n);
    }
    const answer = await stage.ask(persona, attackRequest(call, args));
    counts['bodies'] = (counts['bodies'] ?? 0) + 1;
    const kind = answer.status < 300 ? 'answered' : 'refused';
    counts[kind] = (counts[kind] ?? 0) + 1;
    const said = judge(persona, false, answer);
    if (said !== undefined)
      wrong.push(`body ${n} (seed ${seed}), ${call.name} as ${persona} ${said}: ${JSON.stringify(args).slice(0, 300)}`);
  }
  await compare(count);
  return findings;
}
