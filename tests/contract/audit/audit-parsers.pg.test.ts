import { afterAll, beforeAll, expect, test } from 'vitest';
import { addParserRule, saveParserRule } from '#contract/collecting/parser-rules.ts';
import { addParserToken, removeParserToken, saveParserToken } from '#contract/collecting/parser-tokens.ts';
import {
  addParser,
  addSample,
  assignParser,
  removeParser,
  removeSample,
  saveParser,
  unassignParser,
} from '#contract/collecting/parsers.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { routes } from '#server/routes.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { sendFile } from '../send-file.ts';
import { changed, createLineReader, type LineReader, object } from './audit-lines.ts';
import { callsAboutParsers } from './audited-elsewhere.ts';

// As audit.pg.test.ts, for the calls about parsers: each is made once, and its line read.
let service: TestService;
let admin: string;
let reader: LineReader;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.signIn('administrator');
  reader = createLineReader(service);
});
afterAll(() => service.close());

const lineOf = (endpoint: Endpoint, args: Record<string, unknown>) => reader.lineOf(endpoint, args, admin);

test('audit lines of parsers: added, changed, assigned, tokens, samples, rules, removed', async () => {
  const { north, provider } = service.people;
  const added = await lineOf(addParser, { name: 'Acme' });
  expect(added).toMatchObject({ customer_id: provider, object_kind: 'parser' });
  const id = Number(added.object_id);
  expect(changed(await lineOf(saveParser, { id, name: 'Acme orders' }))).toEqual({ name: ['Acme', 'Acme orders'] });
  const assigned = await lineOf(assignParser, { cust: north, parserId: id });
  expect([assigned.customer_id, object(assigned), assigned.detail]).toEqual([
    north,
    ['parser', String(id)],
    { name: 'Acme orders' },
  ]);
  expect((await lineOf(unassignParser, { cust: north, parserId: id })).customer_id).toBe(north);

  const rule = await lineOf(addParserRule, { id: 10_001, pattern: 'Acme' });
  expect([object(rule), changed(rule)]).toMatchObject([['parserRule', '10001'], { pattern: [null, 'Acme'] }]);
  expect(changed(await lineOf(saveParserRule, { id: 10_001, pattern: 'Acme Inc' }))).toEqual({ pattern: ['Acme', 'Acme Inc'] });

  const token = { parserId: id, number: 10, type: 1, dataType: 1, text: 'City', target: 'city' };
  expect((await lineOf(addParserToken, token)).detail).toMatchObject({ number: 10, changed: { text: [null, 'City'] } });
  const stored = await service.services.db.selectFrom('parser_token').select('id').executeTakeFirstOrThrow();
  expect(changed(await lineOf(saveParserToken, { ...token, id: stored.id, text: 'Town' }))).toEqual({ text: ['City', 'Town'] });
  const [sample] = await reader.linesOf(addSample, () =>
    sendFile(service, addSample, { id }, 'Acme order\nCity: Tulsa\n', admin),
  );
  expect(sample?.detail).toMatchObject({ sample: 'list.csv' });
  const kept = await service.services.db.selectFrom('parser_sample').select('id').executeTakeFirstOrThrow();
  expect((await lineOf(removeSample, { id, sample: kept.id })).detail).toEqual({ sample: 'list.csv' });
  expect((await lineOf(removeParserToken, { id: stored.id })).detail).toEqual({ number: 10 });
  expect((await lineOf(removeParser, { id })).detail).toEqual({ name: 'Acme orders' });
});

test('the test above covers every call about parsers that declares an audit line', () => {
  const named = routes.filter(
    ({ endpoint, audit }) => callsAboutParsers.has(endpoint) && audit !== null && !audit.startsWith('none: '),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ endpoint }) => !reader.done.has(endpoint)).map(({ endpoint: { route } }) => route)).toEqual([]);
});
