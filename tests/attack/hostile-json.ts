import { routeOf } from '#contract/kit/endpoint.ts';
import { argsFor, attackedCalls, shotOf } from './calls.ts';
import { type Findings, inLanes, type Shot, shoot } from './send.ts';
import type { Role, World } from './world.ts';

/** JSON texts of values that a program may stumble over. */
const hostileValues: readonly string[] = [
  'null',
  'true',
  '-1',
  '1.5',
  '1e20',
  '1e999',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '"NaN"',
  '"Infinity"',
  '""',
  '"a\\u0000b"',
  '"half \\ud800"',
  '"\\u202e=1+1"',
  '"9999-12-31"',
  '"2026-02-31"',
  `"${'x'.repeat(100_000)}"`,
  '[]',
  '[[[[[]]]]]',
  '["\\u0000"]',
  `[${'0,'.repeat(50_000)}0]`,
  '{}',
  '{"\\u0000":1}',
  '{"constructor":{"prototype":{"x":1}}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
];

/** Whole bodies. */
const hostileBodies: readonly (string | Uint8Array)[] = [
  'null',
  '1',
  '"text"',
  '[]',
  '{',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  'NaN',
  '{"a":NaN}',
  '\uFEFF{}',
  '['.repeat(200_000),
  `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  `{${Array.from({ length: 40_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array(900_000).fill(0x20),
];

/** Values of paths and queries. */
const hostileTexts = [
  '-1',
  '0',
  '1.5',
  '1e999',
  '2147483648',
  '9007199254740993',
  'NaN',
  'a\0b',
  '%',
  '..',
  "'",
  'x'.repeat(400),
  '٣',
  ' ',
];

/**
 * Every call with each hostile value at each place of its path, query and body, and with each hostile body. The answer is an
 * answer or a typed refusal. Returns the number of requests.
 */
export async function attackWithHostileJson(world: World, findings: Findings, part: <T>(all: readonly T[]) => readonly T[]) {
  const role: Role = 'everything';
  const shots = part(attackedCalls.flatMap((endpoint) => shotsOf(world, role, endpoint)));
  await inLanes(shots, async (shot) => {
    const { status, text } = await shoot(world, findings, shot());
    if (status === 400 && !/"kind":\s*"/.test(text))
      findings.wrong.push(`${shot().what} was refused without a type: ${text.slice(0, 200)}`);
  });
  return shots.length;
}

function shotsOf(world: World, role: Role, endpoint: (typeof attackedCalls)[number]): (() => Shot)[] {
  const args = argsFor(endpoint, world.customers.own);
  const { method, path } = routeOf(endpoint);
  const inAddress = (key: string) => method === 'GET' || method === 'DELETE' || path.includes(`:${key}`);
  const usual = shotOf(role, endpoint, args, '');
  const places = Object.keys(endpoint.args.shape);
  const addresses = places
    .filter(inAddress)
    .flatMap((key) =>
      hostileTexts.map((text) => () => shotOf(role, endpoint, { ...args, [key]: text }, `${key} = ${text.slice(0, 40)}`)),
    );
  const { body } = usual;
  if (typeof body !== 'string') return addresses;
  const wholes = hostileBodies.map((whole, n) => () => ({ ...usual, body: whole, what: `${endpoint.route} hostile body ${n}` }));
  const parsed = JSON.parse(body) as unknown;
  const spots = pathsIn(parsed).flatMap((spot) =>
    hostileValues.map((value, n) => () => ({
      ...usual,
      body: JSON.stringify(withMark(parsed, spot)).replace(JSON.stringify(mark), () => value),
      what: `${endpoint.route} hostile value ${n} (${value.slice(0, 20)}) at ${spot.join('.') || 'body'}`,
    })),
  );
  return [...addresses, ...wholes, ...spots];
}

const mark = 'place of the hostile value';

/** Places of a JSON value: each object's fields and each array's first element, at every depth. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const inner = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return [[...path], ...inner];
}

function withMark(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return mark;
  const entries = Object.entries(value as object).map(([name, each]) => [
    name,
    name === key ? withMark(each, rest) : (each as unknown),
  ]);
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
