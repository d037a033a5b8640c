import { describe, expect, test } from 'vitest';
import { chooseParser } from './choose-parser.ts';
import type { ParserDocument } from './document.ts';
import type { Parser, ParserRule, ParserToken } from './parser.ts';
import { runParser } from './run-parser.ts';

const context = { today: '2026-01-05', dateOrder: 'MDY' } as const;

function textDocument(text: string): ParserDocument {
  return { kind: 'text', name: '', text, cells: [], quoted: '', emails: [] };
}

/** A document of one table: each row is a list of texts. */
function tableDocument(rows: readonly (readonly string[])[]): ParserDocument {
  let text = '';
  const cells = rows.flatMap((row, r) =>
    row.map((said, c) => {
      const start = text.length;
      text += `${said}\n`;
      return { table: 1, row: r + 1, column: c + 1, columns: 1, start, end: start + said.length };
    }),
  );
  return { ...textDocument(text.trimEnd()), kind: 'page', cells };
}

const token = (number: number, details: Partial<ParserToken>): ParserToken => ({
  number,
  type: 'after',
  dataType: 'text',
  target: null,
  text: '',
  address: '',
  column: '',
  lookup: '',
  fallback: '',
  rule: null,
  next: 0,
  nextFailed: 0,
  ...details,
});

const rule = (details: Partial<ParserRule>): ParserRule => ({
  id: 1,
  customerId: null,
  pattern: '',
  separator: '',
  part: 0,
  ...details,
});

const parser = (tokens: readonly ParserToken[], details: Partial<Parser> = {}): Parser => ({
  id: 1,
  name: 'Vendor',
  readsSheets: false,
  needsTable: false,
  withoutJobId: true,
  firstRow: 0,
  lastRow: 0,
  lastColumn: '',
  listsAllJobs: false,
  tokens,
  ...details,
});

/** The values of each record, and what stopped the parser. */
function run(document: ParserDocument, tokens: readonly ParserToken[], details: Partial<Parser> = {}) {
  const { records, problem, trace } = runParser(parser(tokens, details), document, context);
  return { values: records.map(({ values }) => Object.fromEntries(values)), records, problem, trace };
}

const city = token(1, { text: 'City', target: 'city' });

describe('a label', () => {
  test.each([
    ['City: Tulsa', 'after a colon'],
    ['  city  :   Tulsa', 'in any case and spacing'],
    ['City – Tulsa', 'after a dash'],
    ['City\tTulsa', 'after a tab'],
    ['City\nTulsa\n\nMore text', 'on the next line'],
    ['State: OK  City: Tulsa  Zip: 1', 'among others on its line'],
  ])('%j: the text is %s', (text) => {
    const others = [token(2, { text: 'State|Zip' })];
    expect(run(textDocument(text), [city, ...others]).values).toEqual([{ city: 'Tulsa' }]);
  });

  test('is no part of another word, and no text without a separator follows it', () => {
    expect(run(textDocument('Cityscape: Tulsa\nCity of Tulsa'), [city]).values).toEqual([{}]);
  });

  test('with two different texts gives none, and refuses the job', () => {
    const { values, records } = run(textDocument('City: Tulsa\nCity: Reno'), [city]);
    expect(values).toEqual([{}]);
    expect(records[0]?.problems).toMatchObject([{ field: 'city', problem: 'The document says both “Tulsa” and “Reno”.' }]);
  });

  test('with the same text twice gives it once', () => {
    expect(run(textDocument('City: Tulsa\nCity: TULSA'), [city]).values).toEqual([{ city: 'Tulsa' }]);
  });

  test('above several lines gives none of them', () => {
    const { records } = run(textDocument('City\nTulsa\nReno'), [city]);
    expect(records[0]?.problems).toMatchObject([{ field: 'city', problem: expect.stringMatching(/^Several texts follow/) }]);
  });

  test('skips places whose text is of another type', () => {
    const start = token(1, { text: 'Start', target: 'startDate', dataType: 'date' });
    expect(run(textDocument('Start: see below\nStart: 2/1/2026'), [start]).values).toEqual([{ startDate: '2/1/2026' }]);
  });

  test('right and below in a table', () => {
    const table = tableDocument([
      ['City', 'State'],
      ['Tulsa', 'OK'],
      ['Unit', 'ICU'],
    ]);
    const below = token(1, { type: 'below', text: 'State', target: 'state', dataType: 'state' });
    const right = token(2, { type: 'right', text: 'Unit', target: 'unit' });
    expect(run(table, [below, right]).values).toEqual([{ state: 'OK', unit: 'ICU' }]);
  });

  test('names a value that was read before', () => {
    const table = tableDocument([
      ['Shift', 'Nights'],
      ['Days', '$70'],
      ['Nights', '$90'],
    ]);
    const shift = token(1, { type: 'right', text: 'Shift', target: 'shift', dataType: 'shift' });
    const rate = token(2, { type: 'right', text: '{shift}', target: 'billRate', dataType: 'money' });
    expect(run(table, [shift, rate]).values).toEqual([{ shift: 'Nights', billRate: '$90' }]);
  });
});

describe('other tokens', () => {
  test('pattern, part, cell, constant, lookup and default', () => {
    const document = tableDocument([['Order 4711 / RN / Nights']]);
    const { values } = run(document, [
      token(1, { type: 'pattern', target: 'providerJobId', rule: rule({ pattern: String.raw`Order (\d+)` }) }),
      token(2, { type: 'cell', address: 'A1', target: 'title' }),
      token(3, { type: 'part', target: 'degree', rule: rule({ separator: '/', part: 2 }) }),
      token(4, { type: 'lookup', target: 'degree', lookup: 'LPN = Practical Nurse\nrn = Registered Nurse' }),
      token(5, { type: 'constant', text: 'Acme VMS', target: 'vms' }),
      token(6, { text: 'Unit', target: 'unit', fallback: 'ICU' }),
    ]);
    expect(values).toEqual([
      { providerJobId: '4711', title: 'Order 4711 / RN / Nights', degree: 'Registered Nurse', vms: 'Acme VMS', unit: 'ICU' },
    ]);
  });

  test('a part counts from the end, too', () => {
    const tokens = [token(1, { text: 'Path', target: 'unit', rule: rule({ separator: '>', part: -1 }) })];
    expect(run(textDocument('Path: A > B > C'), tokens).values).toEqual([{ unit: 'C' }]);
  });

  test('two tokens of one field are compared: a contradiction is a warning that names both', () => {
    const shift = (number: number, text: string) => token(number, { text, target: 'shift', dataType: 'shift' });
    const { values, records } = run(textDocument('Shift: 12 hr days\nSchedule: 4 x 10 days'), [
      shift(1, 'Shift'),
      shift(2, 'Schedule'),
    ]);
    expect(values).toEqual([{ shift: '12 hr days' }]);
    expect(records[0]?.warnings[0]?.problem).toBe(
      'The document contradicts itself: it says “12 hr days” and also “4 x 10 days”.',
    );
  });

  test('a value that only says more is no contradiction', () => {
    const shift = (number: number, text: string) => token(number, { text, target: 'shift', dataType: 'shift' });
    const { records } = run(textDocument('Shift: Nights\nSchedule: 3x12'), [shift(1, 'Shift'), shift(2, 'Schedule')]);
    expect(records[0]?.warnings).toEqual([]);
  });

  test('what cannot be read goes on as it is, for the job to judge', () => {
    const start = token(1, { text: 'Start', target: 'startDate', dataType: 'date' });
    const { values, trace } = run(textDocument('Start: soon after Easter'), [start]);
    expect(values).toEqual([{ startDate: 'soon after Easter' }]);
    expect(trace).toMatchObject([{ outcome: 'unreadable', words: 'This is not a date.' }]);
  });

  test('a rule that cannot be used is a problem of the job', () => {
    const { records } = run(textDocument('City: Tulsa'), [{ ...city, rule: rule({ pattern: '(' }) }]);
    expect(records[0]?.problems[0]?.problem).toMatch(/cannot be read/);
  });
});

describe('the order of tokens', () => {
  test('a token names what follows when it succeeds or fails', () => {
    const tokens = [
      token(1, { text: 'Type', target: 'workType', next: 3, nextFailed: 2 }),
      token(2, { type: 'constant', text: 'Travel', target: 'workType' }),
      token(3, { text: 'City', target: 'city' }),
    ];
    expect(run(textDocument('Type: Permanent\nCity: Tulsa'), tokens).values).toEqual([{ workType: 'Permanent', city: 'Tulsa' }]);
    expect(run(textDocument('City: Tulsa'), tokens).values).toEqual([{ workType: 'Travel', city: 'Tulsa' }]);
  });

  test('a needed value that is missing refuses the job by its label', () => {
    const { records } = run(textDocument('State: OK'), [{ ...city, nextFailed: -1 }]);
    expect(records[0]?.problems).toMatchObject([{ field: 'city', remedy: expect.stringContaining('Look for “City”') }]);
  });

  test('a circle ends with the number of its token', () => {
    const { values, problem } = run(textDocument('City: Tulsa'), [city, token(2, { text: 'State', next: 1, nextFailed: 1 })]);
    expect([values, problem]).toEqual([[], expect.stringMatching(/^Token 1 is reached again although nothing new was read/)]);
  });

  test('a next token that does not exist is named', () => {
    expect(run(textDocument('City: Tulsa'), [{ ...city, next: 99 }]).problem).toBe(
      'Token 1 goes on at token 99, which does not exist.',
    );
  });

  test('a job without the id that its parser expects is refused', () => {
    const { records } = run(textDocument('City: Tulsa'), [city], { withoutJobId: false });
    expect(records[0]?.problems).toMatchObject([{ field: 'providerJobId' }]);
  });
});

describe('a loop', () => {
  const list = tableDocument([
    ['Facility: Mercy', '', ''],
    ['Job ID', 'City', 'Rate'],
    ['A-1', 'Tulsa', '$70'],
    ['', '', ''],
    ['A-2', 'Reno', '$80'],
  ]);
  const rows = [
    token(1, { text: 'Facility', target: 'facility' }),
    token(2, { type: 'loop', text: 'Job ID|Rate' }),
    token(3, { type: 'column', column: 'Job ID', target: 'providerJobId' }),
    token(4, { type: 'column', column: 'C', target: 'billRate', dataType: 'money' }),
    token(5, { type: 'cell', address: 'B', target: 'city', next: 2 }),
  ];

  test('reads each row below its headings, with what was read before it', () => {
    const { values, problem } = run(list, rows);
    expect(values).toEqual([
      { facility: 'Mercy', providerJobId: 'A-1', billRate: '$70', city: 'Tulsa' },
      { facility: 'Mercy', providerJobId: 'A-2', billRate: '$80', city: 'Reno' },
    ]);
    expect(problem).toBeNull();
  });

  test('goes on at its end by itself', () => {
    expect(run(list, rows.slice(0, 3)).values.map(({ providerJobId }) => providerJobId)).toEqual(['A-1', 'A-2']);
  });

  test('reads the text from one match of its rule to the next', () => {
    const text = textDocument('Order 1\nCity: Tulsa\nOrder 2\nState: NV\nOrder 3\nCity: Reno');
    const { values } = run(text, [
      token(1, { type: 'loop', rule: rule({ pattern: String.raw`(?m)^Order \d+` }) }),
      token(2, { type: 'pattern', target: 'providerJobId', rule: rule({ pattern: String.raw`Order (\d+)` }) }),
      token(3, { text: 'City', target: 'city' }),
    ]);
    expect(values).toEqual([{ providerJobId: '1', city: 'Tulsa' }, { providerJobId: '2' }, { providerJobId: '3', city: 'Reno' }]);
  });

  test('reads only the rows and columns of a worksheet that the parser names', () => {
    const sheet = { ...list, kind: 'sheet' as const };
    const some = rows.map((one) => (one.type === 'loop' ? { ...one, text: 'Job ID' } : one));
    expect(run(sheet, some, { lastRow: 3, lastColumn: 'B' }).values).toEqual([
      { facility: 'Mercy', providerJobId: 'A-1', city: 'Tulsa' },
    ]);
    expect(run(sheet, rows, { firstRow: 3 }).values).toEqual([]);
  });

  test('without progress ends by name', () => {
    const { problem } = run(list, [...rows.slice(0, 3), token(4, { text: 'Nothing', next: 3, nextFailed: 3 })]);
    expect(problem).toMatch(/^Token 3 is reached again/);
  });

  test('over nothing gives no job', () => {
    const { values, trace } = run(textDocument('City: Tulsa'), rows);
    expect(values).toEqual([]);
    expect(trace.at(-1)).toMatchObject({ token: 2, outcome: 'not_found' });
  });

  test('inside another one is refused', () => {
    expect(run(list, [...rows.slice(0, 3), token(4, { type: 'loop', text: 'City' })]).problem).toMatch(
      /^Token 4 is a loop inside the loop of token 2/,
    );
  });
});

describe('the choice of a parser', () => {
  const withTriggers = (name: string, ...patterns: readonly string[]): Parser =>
    parser(
      patterns.map((pattern, at) => token(at + 1, { rule: rule({ id: 10_000 + pattern.length, pattern }) })),
      { name },
    );
  const order = textDocument('Requisition of Acme: 4711');

  test('all triggers must be found; more triggers win', () => {
    const [wide, narrow, other] = [
      withTriggers('Wide', 'Acme'),
      withTriggers('Narrow', 'Acme', 'Requisition'),
      withTriggers('Other', 'Acme', 'Order'),
    ];
    expect(chooseParser([wide, narrow, other], order, 1).parser?.name).toBe('Narrow');
  });

  test('two that fit alike take nothing, and the reason names both', () => {
    const choice = chooseParser([withTriggers('One', 'Acme'), withTriggers('Two', '4711')], order, 1);
    expect(choice).toMatchObject({ parser: null, reason: expect.stringMatching(/“One” and “Two”/) });
  });

  test('a parser without triggers takes nothing', () => {
    expect(chooseParser([parser([city])], order, 1)).toMatchObject({
      parser: null,
      reason: expect.stringMatching(/^No trigger/),
    });
  });

  test('a trigger of one customer does not choose for another', () => {
    const own = parser([token(1, { rule: rule({ id: 10_001, customerId: 7, pattern: 'Acme' }) })]);
    expect(chooseParser([own], order, 7).parser).toBe(own);
    expect(chooseParser([own], order, 8).parser).toBeNull();
  });

  test('an order that only a quotation has is not read, and the reason says so', () => {
    const reply = { ...textDocument('Thanks'), quoted: order.text };
    expect(chooseParser([withTriggers('One', 'Acme')], reply, 1)).toMatchObject({
      reason: expect.stringMatching(/^The order of “One” is only in/),
    });
  });

  test('of mails passed on, the first that a parser takes is read', () => {
    const text = 'See below\nAcme: new\nAcme: old';
    const choice = chooseParser([withTriggers('One', 'Acme')], { ...textDocument(text), emails: [10, 20] }, 1);
    expect(choice.parser && choice.document.text).toBe('See below\nAcme: new\n');
  });
});
