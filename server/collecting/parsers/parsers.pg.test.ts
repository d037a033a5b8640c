import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addParserRule,
  listParserRules,
  readMaxParserRule,
  saveParserRule,
  testParserRule,
} from '#contract/collecting/parser-rules.ts';
import {
  addParserToken,
  listDataTypes,
  listParserTokens,
  listTokenTypes,
  removeParserToken,
  saveParserToken,
} from '#contract/collecting/parser-tokens.ts';
import {
  addParser,
  addSample,
  assignParser,
  listCustomerParsers,
  listOwnParsers,
  listParserNames,
  listParsers,
  listSamples,
  readParserSample,
  removeParser,
  removeSample,
  saveParser,
  unassignParser,
} from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { shippedParsers } from '#domain/parsers/shipped-parsers.ts';
import { collectMailApart } from '#server/parsing/read-apart.ts';
import { sendFile } from '#tests/contract/send-file.ts';
import { hwlMail, staffingEngineMail } from '#tests/parsers/vendor-mails.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { parsersOfCustomer } from './parser-rows.ts';
import { shipParsers } from './ship-parsers.ts';

let service: TestService;
let [admin, chief, north] = ['', '', 0];
beforeAll(async () => {
  service = await startTestService();
  await shipParsers(service.services.db);
  [admin, chief, north] = [await service.signIn('administrator'), await service.signIn('chief'), service.people.north];
});
afterAll(() => service.close());

const shipped = async (name: string): Promise<number> =>
  (await service.call(listParsers, {}, admin)).find((parser) => parser.name === name)?.id ?? 0;
const first = <T>(items: readonly T[]): T => items[0] as T;
const fileOf = ({ page, rows }: ReturnType<typeof hwlMail>) => `<html><body>${page(rows)}</body></html>`;

describe('the parsers that the product brings', () => {
  test('are stored as they are written, and read an email of their vendor', async () => {
    expect((await service.call(listParserNames, {}, admin)).map(({ name }) => name)).toEqual(
      shippedParsers.map(({ name }) => name),
    );
    for (const { name } of shippedParsers)
      await service.call(assignParser, { cust: north, parserId: await shipped(name) }, admin);
    const parsers = await parsersOfCustomer(service.services.db, north);
    expect(parsers.map(({ tokens }) => tokens)).toEqual(shippedParsers.map(({ tokens }) => tokens));
    for (const mail of [hwlMail(first), staffingEngineMail(first)]) {
      const read = await collectMailApart(
        Buffer.from(fileOf(mail)),
        { parsers, customerId: north, today: '2026-01-05' },
        { customerId: north },
      );
      expect(read.ok && read.value.jobs).toMatchObject([mail.expected]);
    }
  });

  test('are not brought again once they were removed', async () => {
    await service.call(removeParser, { id: await shipped('StaffingEngine order') }, admin);
    await shipParsers(service.services.db);
    expect((await service.call(listParsers, {}, admin)).map(({ name }) => name)).toEqual(['HWL requisition']);
    expect(await service.call(listCustomerParsers, { cust: north }, admin)).toHaveLength(1);
  });
});

describe('parsers', () => {
  test('are added, changed and removed, with names of their own', async () => {
    const added = await service.call(addParser, { name: ' Acme list ', listsAllJobs: true, lastColumn: 'h' }, admin);
    expect(added).toMatchObject({ name: 'Acme list', listsAllJobs: true, lastColumn: 'H', tokens: 0 });
    const blank = await service.send(addParser, { name: ' ' }, admin);
    expect(blank).toMatchObject({ status: 400, body: { fields: { name: messages.parserNameRequired } } });
    expect((await service.send(addParser, { name: 'ACME LIST' }, admin)).status).toBe(400);
    const rows = { id: added.id, name: 'Acme', firstRow: 5, lastRow: 2 };
    expect(await service.send(saveParser, rows, admin)).toMatchObject({
      status: 400,
      body: { fields: { lastRow: expect.any(String) } },
    });
    expect(await service.call(saveParser, { ...rows, lastRow: 0 }, admin)).toMatchObject({
      name: 'Acme',
      firstRow: 5,
      listsAllJobs: false,
    });
    expect(await service.call(removeParser, { id: added.id }, admin)).toMatchObject({ name: 'Acme' });
    for (const call of [saveParser, removeParser]) expect((await service.send(call, rows, admin)).status).toBe(404);
    expect((await service.call(addParser, { name: 'Acme' }, admin)).id).not.toBe(added.id);
  });

  test('are for administrators; a customer’s own people see the names of theirs', async () => {
    expect((await service.send(listParsers, {}, chief)).status).toBe(403);
    expect((await service.send(assignParser, { cust: north, parserId: await shipped('Acme') }, chief)).status).toBe(403);
    expect((await service.call(listOwnParsers, {}, chief)).map(({ name }) => name)).toEqual(['HWL requisition']);
    expect((await service.call(listOwnParsers, {}, admin)).map(({ name }) => name)).toEqual(['Acme', 'HWL requisition']);
  });

  test('a customer has a parser once', async () => {
    const parserId = await shipped('Acme');
    await service.call(assignParser, { cust: north, parserId }, admin);
    const twice = await service.send(assignParser, { cust: north, parserId }, admin);
    expect(twice).toMatchObject({ status: 400, body: { fields: { parserId: messages.parserTwice } } });
    expect((await service.send(assignParser, { cust: north, parserId: 999 }, admin)).status).toBe(404);
    await service.call(unassignParser, { cust: north, parserId }, admin);
    expect((await service.send(unassignParser, { cust: north, parserId }, admin)).status).toBe(404);
  });
});

describe('rules', () => {
  test('have the number that their client gives them; a pattern that cannot be used is refused', async () => {
    const { rule, trigger } = await service.call(readMaxParserRule, {}, admin);
    expect([rule, trigger]).toEqual([4, 10_003]);
    const added = await service.call(
      addParserRule,
      { id: rule + 1, pattern: String.raw`^(\d+)`, description: 'Leading number' },
      admin,
    );
    expect(added).toMatchObject({ id: 5, ruleType: 6, parserNames: '', part: 0 });
    for (const fields of [
      { id: 5, pattern: 'a' },
      { id: 6, pattern: '(?=a)' },
      { id: 6, pattern: '' },
      { id: 10_009, pattern: '' },
      { id: 6, pattern: 'a', part: 2 },
      { id: 6, pattern: 'a', onlyCustomer: 999 },
    ])
      expect((await service.send(addParserRule, fields, admin)).status, JSON.stringify(fields)).toBe(400);
    expect(await service.call(saveParserRule, { id: 5, pattern: String.raw`(\d+)$`, onlyCustomer: north }, admin)).toMatchObject({
      onlyCustomer: north,
    });
    expect((await service.send(saveParserRule, { id: 77, pattern: 'a' }, admin)).status).toBe(404);
    const rules = await service.call(listParserRules, {}, admin);
    expect(rules.find(({ id }) => id === 10_000)?.parserNames).toBe('HWL requisition');
  });

  test('are tried on a text', async () => {
    const tried = await service.call(testParserRule, { pattern: String.raw`Order (\d+)`, text: 'Order 12, Order 7\n' }, admin);
    expect(tried.findings).toEqual([
      {
        name: 'Text',
        problem: null,
        matches: [
          { text: '12', start: 6, end: 8 },
          { text: '7', start: 16, end: 17 },
        ],
      },
    ]);
    expect((await service.call(testParserRule, { pattern: '(' }, admin)).problem).toMatch(/cannot be read/);
    const parted = await service.call(testParserRule, { pattern: '.+', separator: '/', part: -1, text: 'RN / ICU' }, admin);
    expect(parted.findings[0]?.matches).toEqual([{ text: 'ICU', start: 5, end: 8 }]);
  });
});

describe('tokens and samples', () => {
  test('types are listed', async () => {
    expect((await service.call(listTokenTypes, {}, admin)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await service.call(listDataTypes, {}, admin)).toContainEqual({ id: 2, name: 'Date' });
  });

  test('a sample keeps no script, and shows what the parser finds; a change of a token says what it does to it', async () => {
    const id = await shipped('HWL requisition');
    const mail = hwlMail(first);
    const sent = await sendFile(
      service,
      addSample,
      { id },
      fileOf(mail).replace('<body>', '<body><script>steal()</script>'),
      admin,
    );
    expect(sent).toMatchObject({ status: 200, body: { name: 'list.csv' } });
    const [sample] = await service.call(listSamples, { id }, admin);
    const kept = await service.services.db.selectFrom('parser_sample').select('content').executeTakeFirstOrThrow();
    expect(Buffer.from(kept.content.toString().split('\r\n\r\n')[1] ?? '', 'base64').toString()).not.toMatch(/steal|<script/);
    const shown = await service.call(readParserSample, { id, sample: sample?.id ?? 0 }, admin);
    expect(shown.reading).toMatchObject({ takes: true, problem: null, records: [{ problems: [] }] });
    const place = shown.reading?.records[0]?.places.find(({ field }) => field === 'facility');
    expect(shown.document.text.slice(place?.start, place?.end)).toBe(mail.expected['facility']);

    const tokens = await service.call(listParserTokens, { parserId: id }, admin);
    const facility = tokens.find(({ target }) => target === 'facility');
    if (!facility) throw new Error('no token');
    const saved = await service.call(saveParserToken, { ...facility, text: 'City' }, admin);
    expect(saved.changes).toEqual([
      {
        sample: sample?.id,
        name: 'list.csv',
        values: [{ job: 1, field: 'facility', before: mail.expected['facility'], after: mail.expected['city'] }],
        problem: '',
        problemBefore: '',
      },
    ]);
    expect((await service.call(saveParserToken, facility, admin)).changes).toHaveLength(1);
    expect((await service.call(saveParserToken, facility, admin)).changes).toEqual([]);
    const [ofId] = (await service.call(listParserRules, {}, admin)).filter((rule) => rule.id === 1);
    if (!ofId) throw new Error('no rule');
    const { parserNames: _names, ...rule } = ofId;
    const narrower = await service.call(saveParserRule, { ...rule, pattern: String.raw`^\d{4}` }, admin);
    expect(narrower.changes).toMatchObject([{ values: [{ field: 'providerJobId', after: '2026' }] }]);
    expect((await service.call(saveParserRule, rule, admin)).changes).toHaveLength(1);
    const tried = await service.call(testParserRule, { pattern: 'Requisition Details', sample: sample?.id }, admin);
    expect(tried.findings[0]?.matches).toHaveLength(1);
    expect((await service.call(testParserRule, { pattern: 'Requisition Details' }, admin)).findings).toHaveLength(1);

    await service.call(removeSample, { id, sample: sample?.id ?? 0 }, admin);
    for (const call of [readParserSample, removeSample])
      expect((await service.send(call, { id, sample: sample?.id }, admin)).status).toBe(404);
  });

  test('a token names its field by name or by number; wrong ones are refused by field', async () => {
    const parserId = await shipped('Acme');
    const fields = { parserId, number: 10, type: 1, dataType: 1, text: 'City' };
    const added = await service.call(addParserToken, { ...fields, fieldId: 12 }, admin);
    expect(added).toMatchObject({ target: 'city', fieldId: 12, next: 0, changes: [] });
    const wrong = { ...fields, type: 99, dataType: 0, ruleId: 999 };
    expect(await service.send(addParserToken, wrong, admin)).toMatchObject({
      status: 400,
      body: {
        fields: {
          type: expect.any(String),
          dataType: expect.any(String),
          number: expect.any(String),
          ruleId: expect.any(String),
        },
      },
    });
    const next = await service.call(addParserToken, { ...fields, number: 20, next: 10, target: 'state' }, admin);
    expect((await service.send(saveParserToken, { ...next, parserId: await shipped('HWL requisition') }, admin)).status).toBe(
      400,
    );
    await service.call(removeParserToken, { id: added.id }, admin);
    expect(await service.call(listParserTokens, { parserId }, admin)).toMatchObject([{ number: 20, next: 0 }]);
    for (const call of [saveParserToken, removeParserToken])
      expect((await service.send(call, { ...fields, id: added.id }, admin)).status).toBe(404);
  });
});
