import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/all.ts';
import { routeOf } from '#contract/kit/endpoint.ts';
import type { emails } from '#tests/support/test-service.ts';
import { aiRequests } from './ai.ts';
import { billingRequests } from './billing.ts';
import { collectingRequests } from './collecting.ts';
import { mappingRequests } from './mapping.ts';
import { peopleRequests } from './people.ts';
import { postingRequests } from './posting.ts';
import { reportRequests } from './reports.ts';
import type { Request } from './request.ts';
import { ruleRequests } from './rules.ts';
import { answerFromMemory } from './sending.ts';
import { stagingRequests } from './staging.ts';
import { steady } from './steady.ts';
import { submissionRequests } from './submissions.ts';
import { supportRequests } from './support.ts';
import { systemRequests } from './system.ts';
import { unusedCalls } from './unused-calls.ts';
import { type ReplyWorld, startReplyWorld } from './world.ts';

// External clients make documented calls that our own client never makes. This test makes each over plain HTTP and compares
// the whole reply with a recording. To record again, run `npx vitest run --project pg tests/contract/replies -u`.
const areas: Readonly<Record<string, readonly Request[]>> = {
  ai: aiRequests,
  billing: billingRequests,
  collecting: collectingRequests,
  mapping: mappingRequests,
  people: peopleRequests,
  posting: postingRequests,
  reports: reportRequests,
  rules: ruleRequests,
  staging: stagingRequests,
  submissions: submissionRequests,
  support: supportRequests,
  system: systemRequests,
};
const recorded = (requests: readonly Request[]) => requests.filter(({ prepares }) => !prepares);
const fileOf = (area: string) => resolve(import.meta.dirname, `${area}.json`);

test('every declared call that the client does not make has a recording in its area', () => {
  const unused = unusedCalls();
  expect([...unused.values()].flat().length).toBeGreaterThan(50);
  expect(Object.keys(areas)).toEqual(expect.arrayContaining([...unused.keys()]));
  for (const [area, requests] of Object.entries(areas)) {
    const missing = (unused.get(area) ?? []).filter((call) => !recorded(requests).some((request) => request.call === call));
    expect(missing, area).toEqual([]);
  }
});

test('every request has a declared call and a matching path, and every recording file belongs to an area', () => {
  for (const { call, url } of Object.values(areas).flat()) {
    const declared = endpoints.find(({ route }) => route === call);
    expect(declared, call).toBeDefined();
    if (declared) expect(url).toMatch(pathPattern(routeOf(declared).path));
  }
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
  expect(files.map((file) => file.replace('.json', '')).sort()).toEqual(
    Object.keys(areas)
      .filter((area) => existsSync(fileOf(area)))
      .sort(),
  );
});

let callAgain: () => void;
beforeAll(() => {
  callAgain = answerFromMemory();
});
afterAll(() => callAgain());

describe.each(Object.entries(areas))('%s', (area, requests) => {
  let world: ReplyWorld;
  const tokens = new Map<string, Promise<string>>();
  const recording: Record<string, object[]> = {};
  beforeAll(async () => {
    world = await startReplyWorld();
  });
  afterAll(() => world.close());

  const tokenOf = (who: keyof typeof emails) => {
    const token = tokens.get(who) ?? world.service.signIn(who);
    tokens.set(who, token);
    return token;
  };

  test.each(requests.map((request) => [`${request.call} ${request.prepares ? 'prepares' : 'answers'}`, request] as const))(
    '%s',
    async (_name, request) => {
      const { call, url, as = 'chief', body, raw, file, empty = {}, read = (reply) => reply } = request;
      const response = await world.service.app.inject({
        method: call.split(' ')[0] as 'GET',
        url,
        headers: as === null ? (raw?.headers ?? {}) : { authorization: `Bearer ${await tokenOf(as)}` },
        ...(body === undefined ? {} : { payload: filled(body, world) as object }),
        ...(raw && { payload: raw.text }),
        ...(file === undefined ? {} : { payload: formWith(file) }),
      });
      expect({ status: response.statusCode, body: response.body }).toMatchObject({ status: statusOf(call) });
      const { prepares } = request;
      if (typeof prepares === 'function') await expect.poll(() => prepares(world)).toBe(true);
      if (prepares) return;
      const isJson = String(response.headers['content-type']).includes('json');
      const reply = steady(read(isJson ? response.json() : response.body));
      expect(emptyListsOf(reply), 'lists that are empty although the world could fill them').toEqual(Object.keys(empty).sort());
      const sent = { url, as, ...(body !== undefined && { body }), ...(raw && { raw }), ...(file !== undefined && { file }) };
      recording[call] = [...(recording[call] ?? []), { request: sent, reply }];
    },
  );

  test('every reply matches the recording', async () => {
    expect(Object.keys(recording).sort()).toEqual([...new Set(recorded(requests).map(({ call }) => call))].sort());
    await expect(`${linesOf(recording)}\n`).toMatchFileSnapshot(fileOf(area));
  });
});

const statusOf = (call: string): number => (endpoints.find(({ route }) => route === call)?.accepted ? 202 : 200);

const pathPattern = (path: string) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);

/** The body with the ATS's real address, because its port changes with each run. */
const filled = (body: unknown, { service }: ReplyWorld): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll('http://ats.example', service.services.config.bullhornDoubleUrl ?? ''));

function formWith(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'list.csv');
  return form;
}

/** JSON with line breaks down to the rows of a reply; each row is on one line. */
function linesOf(value: unknown, depth = 0): string {
  if (depth === 4 || value === null || typeof value !== 'object') return JSON.stringify(value);
  const pad = '  '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Object.entries(value).map(([key, each]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return `${pad}${name}${linesOf(each, depth + 1)}`;
  });
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${pad.slice(2)}${close}`;
}

/** Sorted paths of the empty lists in a reply. If the reply itself is an empty list, its path is `reply`. */
function emptyListsOf(reply: unknown, path = ''): string[] {
  if (reply === null || typeof reply !== 'object') return [];
  if (Array.isArray(reply) && reply.length === 0) return [path === '' ? 'reply' : path];
  const found = Object.entries(reply).flatMap(([key, value]) => emptyListsOf(value, path === '' ? key : `${path}.${key}`));
  return found.sort();
}
