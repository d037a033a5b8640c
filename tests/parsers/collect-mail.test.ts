import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import type { Parser, ParserToken } from '#domain/parsers/parser.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';

const token = (number: number, details: Partial<ParserToken>): ParserToken => ({
  number,
  type: 'column',
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

const trigger = { id: 10_000, customerId: null, pattern: 'Req ID', separator: '', part: 0 };

/** Reads a list of jobs: one for each row of a table. */
const list: Parser = {
  id: 7,
  name: 'Acme list',
  readsSheets: false,
  needsTable: true,
  withoutJobId: false,
  firstRow: 0,
  lastRow: 0,
  lastColumn: '',
  listsAllJobs: true,
  tokens: [
    token(1, { type: 'pattern', rule: trigger }),
    token(2, { type: 'constant', text: 'Acme', target: 'vms' }),
    token(3, { type: 'loop', text: 'Req ID|Hospital' }),
    token(4, { column: 'Req ID', target: 'providerJobId' }),
    token(5, { column: 'Hospital', target: 'facility' }),
    token(6, { column: 'Starts', target: 'startDate', dataType: 'date' }),
  ],
};

const rows = [
  ['Req ID', 'Hospital', 'Starts'],
  ['A-1', 'Mercy', '2/1/2026'],
  ['A-2', 'Grace', 'after Easter'],
  ['', 'Hope', '2/8/2026'],
  ['A-1', 'Mercy East', '2/15/2026'],
];
const html = `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const mail = (body: string, type = 'text/html'): Uint8Array =>
  strToU8(
    `From: Acme <jobs@acme.example>\r\nSubject: Open jobs\r\nMessage-ID: <1@acme.example>\r\nContent-Type: ${type}\r\n\r\n${body}`,
  );

async function collect(bytes: Uint8Array, ...parsers: readonly Parser[]) {
  const read = await collectMail(bytes, { parsers, customerId: 1, today: '2026-01-05' });
  if (!read.ok) throw new Error(read.error.words);
  return read.value;
}

test('a list of all open jobs gives a job for each row; a row that cannot be read is refused with the name of its column', async () => {
  const { jobs, refused, mail: reading, format } = await collect(mail(html), list);
  expect(jobs).toMatchObject([{ providerJobId: 'A-1', facility: 'Mercy East', startDate: '2026-02-15', vms: 'Acme' }]);
  expect(
    refused.map(({ row, providerJobId, problems }) => [row, providerJobId, problems[0]?.field, problems[0]?.column]),
  ).toEqual([
    [1, 'A-1', 'providerJobId', ''],
    [2, 'A-2', 'startDate', 'Starts'],
    [3, undefined, 'providerJobId', ''],
  ]);
  expect(format).toBe('mail');
  expect(reading).toEqual({
    parserId: 7,
    parser: 'Acme list',
    reason: '',
    processing: 3,
    subject: 'Open jobs',
    from: 'jobs@acme.example',
    attachments: 0,
    messageId: '<1@acme.example>',
    sentAt: null,
    unread: [],
  });
});

test('a parser of worksheets reads the attachment, not the text', async () => {
  const sheet = await writeXlsxFile(rows.slice(0, 2).map((row) => row.map((value) => ({ value, type: String })))).toBuffer();
  const part = `--b\r\nContent-Type: application/octet-stream; name="jobs.xlsx"\r\nContent-Disposition: attachment; filename="jobs.xlsx"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(sheet).toString('base64')}`;
  const bytes = mail(`--b\r\nContent-Type: text/plain\r\n\r\nSee the list.\r\n${part}\r\n--b--`, 'multipart/mixed; boundary=b');
  const { jobs, mail: reading } = await collect(bytes, { ...list, readsSheets: true, listsAllJobs: false });
  expect(jobs).toMatchObject([{ providerJobId: 'A-1', facility: 'Mercy' }]);
  expect(reading.processing).toBe(2);
  // Without a parser of worksheets, the reader of feeds takes it.
  const asFeed = await collect(bytes, list);
  expect(asFeed.mail).toMatchObject({ parserId: null, reason: '', processing: 0, unread: [] });
  expect(asFeed.jobs).toMatchObject([{ providerJobId: 'A-1', facility: 'Mercy' }]);
});

test('attached lists go to the readers of feeds if no parser takes the email; they list nothing as whole', async () => {
  const file = (name: string, type: string, content: string) =>
    `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`;
  const csv = 'Job ID,Facility,City,State,Start Date\nC-1,Mercy,Tulsa,OK,2/1/2026\nC-2,Grace,Tulsa,OK,after Easter\n';
  const xml =
    '<?xml version="1.0"?><jobs><job><jobid>X-1</jobid><facility>Hope</facility><city>Reno</city><state>NV</state></job><job><jobid>X-2</jobid><facility>Hope</facility><city>Reno</city><state>NV</state></job></jobs>';
  const parts = [
    file('open.csv', 'text/csv', csv),
    file('open.xml', 'application/xml', xml),
    file('bomb.xlsx', 'application/zip', 'PK'),
  ];
  const bytes = mail(
    `--b\r\nContent-Type: text/plain\r\n\r\nSee the lists.\r\n${parts.join('')}--b--`,
    'multipart/mixed; boundary=b',
  );
  const { jobs, refused, mail: reading } = await collect(bytes, list);
  expect(jobs.map(({ providerJobId, record }) => [providerJobId, record])).toEqual([
    ['C-1', 1],
    ['X-1', 3],
    ['X-2', 4],
  ]);
  expect(refused.map(({ row, providerJobId }) => [row, providerJobId])).toEqual([[2, 'C-2']]);
  expect(reading).toMatchObject({ parserId: null, reason: '', processing: 0 });
  expect(reading.unread).toEqual([expect.stringMatching(/^bomb\.xlsx: /)]);
});

test('an email that no parser takes gives no job and the reason', async () => {
  const { jobs, refused, mail: reading } = await collect(mail('<p>Lunch?</p>'), list);
  expect([jobs, refused, reading.parserId]).toEqual([[], [], null]);
  expect((await collect(mail('<p>Lunch?</p>'), { ...list, tokens: [] })).mail.reason).toBe(
    'No trigger of the customer’s parsers is found in this document.',
  );
  expect((await collect(mail(html))).mail.reason).toBe('No parser is assigned to the customer. Assign one.');
});

test('a parser that goes round in a circle refuses the email by the number of its token', async () => {
  const circle = { ...list, tokens: [...list.tokens, token(7, { column: 'Starts', next: 5 })] };
  const { jobs, refused } = await collect(mail(html), circle);
  expect(jobs).toEqual([]);
  expect(refused[0]?.problems[0]?.problem).toMatch(/^Token 5 is reached again although nothing new was read/);
});
