import { routeOf } from '#contract/kit/endpoint.ts';
import { attackRequest, type Findings, judge } from './matrix.ts';
import { type Attacked, attacked, type JsonSchema, type Path, replaced, sampleWith } from './schema-places.ts';
import { customers, endsSession, type RawRequest, type Stage } from './stage.ts';

const long = 'x'.repeat(200_000);
/** Bodies that are no valid arguments of any call, as text. */
const rawBodies: Readonly<Record<string, string>> = {
  'not JSON': '{"a":',
  null: 'null',
  'a number': '1e999',
  'a list': '[]',
  'nested lists': '['.repeat(50_000) + ']'.repeat(50_000),
  'nested objects': '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000),
  'a huge list': `{"ids":[${'1,'.repeat(200_000)}1]}`,
  'doubled keys': '{"id":1,"id":"x","ids":[1],"ids":{}}',
  'many keys': `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'a prototype': '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  'a long text': `{"name":"${long}"}`,
  'a zero in a name': '{"\\u0000":1}',
};
/** Values for every place. Text that no address can carry comes only in bodies. */
const values: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  half: 1.5,
  minus: -1,
  'beyond int4': 2 ** 31,
  'beyond 2^53': 2 ** 60,
  'beyond bigint': 1e300,
  'zero character': 'a\0b',
  'half a character': 'a\ud800',
  'no text': '',
  'long text': long,
  'a list': [[]],
  'an object': { a: { b: 1 } },
  'a long list': Array.from({ length: 5000 }, () => 1),
};

/** Every place of a schema: fields, items and what is in them. */
function placesOf(schema: JsonSchema, path: Path = []): readonly Path[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) => placesOf(option, path));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, part]) => placesOf(part, [...path, key]));
  const items = schema.items ? placesOf(schema.items, [...path, 0]) : [];
  const all = [...(path.length > 0 ? [path] : []), ...inner, ...fields, ...items];
  return [...new Map(all.map((one) => [one.join('.'), one])).values()];
}

type Sent = { readonly name: string; readonly request: RawRequest };

function requestsOf(call: Attacked): readonly Sent[] {
  const own = sampleWith(call.schema, customers.own) as Record<string, unknown>;
  const { method, path } = routeOf(call.endpoint);
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const base = attackRequest(call, own);
  const headers = { ...base.headers, 'content-type': 'application/json' };
  const raw = hasBody ? Object.entries(rawBodies).map(([name, body]) => ({ name, request: { ...base, headers, body } })) : [];
  const placed = placesOf(call.schema).flatMap((place) => {
    const { wholeBody } = call.endpoint;
    const inQuery = wholeBody !== undefined && place[0] !== wholeBody;
    const inAddress = !hasBody || inQuery || path.includes(`:${String(place[0])}`);
    return Object.entries(values).flatMap(([name, value]) => {
      // Neither an address nor a form can carry half of a character, and an address has less than 16 kB.
      if (inAddress && (name === 'half a character' || name.startsWith('long') || name === 'a long list')) return [];
      const args = replaced(own, place, value) as Record<string, unknown>;
      return [{ name: `${place.join('.')}: ${name}`, request: attackRequest(call, args) }];
    });
  });
  return [...raw, ...placed];
}

/** Sends hostile JSON and hostile values in every place of every call. `share` takes every n-th of them. */
export async function sendHostileJson(stage: Stage, { share, seed }: { share: number; seed: number }): Promise<Findings> {
  const findings: Findings = { counts: { requests: 0, calls: 0 }, wrong: [] };
  const { counts, wrong } = findings;
  let number = seed;
  let isPlanted = false;
  for (const call of attacked) {
    if (call.endpoint.raw === 'sse' || endsSession(call.endpoint)) continue;
    counts['calls'] = (counts['calls'] ?? 0) + 1;
    for (const { name, request } of requestsOf(call)) {
      if (number++ % share !== 0) continue;
      if (!isPlanted) await stage.plant(customers.own);
      const answer = await stage.ask('everything', request);
      counts['requests'] = (counts['requests'] ?? 0) + 1;
      const said = judge('everything', call.endpoint.needs === 'public', answer);
      if (said !== undefined) wrong.push(`${call.name} with ${name} ${said}`);
      // What was only read, or refused, is as it was.
      isPlanted = answer.status >= 300 || call.endpoint.route.startsWith('GET ');
    }
  }
  return findings;
}
