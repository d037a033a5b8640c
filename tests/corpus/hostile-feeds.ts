import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';

/** The expected result of a hostile file: a kind of problem, or numbers of jobs and refused rows. */
type Outcome = FeedProblem['kind'] | { readonly jobs: number; readonly refused: number; readonly truncated?: true };
export type HostileFeed = { readonly name: string; readonly bytes: () => Uint8Array; readonly becomes: Outcome };

const text =
  (value: string): (() => Uint8Array) =>
  () =>
    new TextEncoder().encode(value);
const latin1 =
  (value: string): (() => Uint8Array) =>
  () =>
    Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const utf16 = (value: string, bigEndian: boolean, mark: boolean): Uint8Array => {
  const bytes = Buffer.from(mark ? `\uFEFF${value}` : value, 'utf16le');
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
};
const one = { jobs: 1, refused: 0 };
const row = 'Job ID,Facility,State\n1,Mercy,TX\n';

const delimited: readonly HostileFeed[] = [
  { name: 'empty file', bytes: text(''), becomes: 'empty' },
  { name: 'blank lines only', bytes: text('\r\n\r\n  \n'), becomes: 'empty' },
  { name: 'UTF-8 with a byte order mark', bytes: text(`\uFEFF${row}`), becomes: one },
  { name: 'UTF-16 little end first', bytes: () => utf16(row, false, true), becomes: one },
  { name: 'UTF-16 big end first', bytes: () => utf16(row, true, true), becomes: one },
  { name: 'UTF-16 without a mark', bytes: () => utf16(row, false, false), becomes: one },
  { name: 'Latin-1', bytes: latin1('Job ID,Facility,State\n1,H\xf4pital Sacr\xe9,TX\n'), becomes: one },
  { name: 'zero bytes', bytes: text('Job ID,Facility\n1,Mer\0cy\n'), becomes: 'malformed' },
  { name: 'random bytes', bytes: () => Uint8Array.from({ length: 5000 }, (_, n) => (n * 7919 + 13) % 251), becomes: 'malformed' },
  { name: 'a quote that never closes', bytes: text('Job ID,Facility\n1,"Mercy\n2,Grace\n3,Hope\n'), becomes: 'malformed' },
  { name: 'a quote inside a cell', bytes: text('Job ID,Facility\n1,"Mercy" West\n2,Grace\n'), becomes: 'malformed' },
  {
    name: 'quotes in the middle of a cell',
    bytes: text('Job ID,Facility\n1,Mercy "West" Wing\n2,Grace\n'),
    becomes: { jobs: 2, refused: 0 },
  },
  { name: 'carriage returns only', bytes: text('Job ID,Facility\r1,Mercy\r2,Grace\r'), becomes: { jobs: 2, refused: 0 } },
  { name: 'mixed line ends', bytes: text('Job ID,Facility\r\n1,Mercy\n2,Grace\r\n'), becomes: { jobs: 2, refused: 0 } },
  {
    name: 'a last row that is cut off',
    bytes: text('Job ID,Facility,State\n1,Mercy,TX\n2,Gra'),
    becomes: { jobs: 1, refused: 1 },
  },
  { name: 'a cell too many', bytes: text('Job ID,Facility\n1,Mercy, West\n2,Grace\n'), becomes: { jobs: 1, refused: 1 } },
  { name: 'tabs', bytes: text('Job ID\tFacility\n1\tMercy, West\n'), becomes: one },
  { name: 'semicolons', bytes: text('Job ID;Facility\n1;Mercy, West\n'), becomes: one },
  {
    name: 'headers that objects treat specially',
    bytes: text('Job ID,__proto__,constructor,prototype,toString\n1,a,b,c,d\n'),
    becomes: one,
  },
  { name: 'doubled headers', bytes: text('Job ID,Facility,Facility\n1,Mercy,Grace\n'), becomes: one },
  {
    name: 'formula cells',
    bytes: text(`Job ID,Facility\n1,=cmd|'/C calc'!A0\n2,@SUM(A1)\n3,+1\n4,\t=1\n`),
    becomes: { jobs: 4, refused: 0 },
  },
  { name: 'a million columns', bytes: text(`${'a,'.repeat(1_000_000)}a\n`), becomes: 'too_large' },
  { name: 'one line of 21 MB', bytes: text('x'.repeat(21 * 1024 * 1024)), becomes: 'too_large' },
  { name: 'one line of 19 MB', bytes: text('x'.repeat(19 * 1024 * 1024)), becomes: 'unknown_format' },
  {
    name: '250,000 rows',
    bytes: text(`Job ID,State\n${Array.from({ length: 250_000 }, (_, n) => `${n},TX`).join('\n')}\n`),
    becomes: { jobs: 200_000, refused: 0, truncated: true },
  },
  { name: 'an id beyond 2^53', bytes: text('Job ID,Facility\n90071992547409931234,Mercy\n'), becomes: one },
  {
    name: 'the same id three times',
    bytes: text('Job ID,Facility\n1,Mercy\n1,Grace\n1,Hope\n'),
    becomes: { jobs: 1, refused: 2 },
  },
];

const xml = (body: string): (() => Uint8Array) => text(`<?xml version="1.0"?>${body}`);
const entity = (name: string, value: string): string => `<!ENTITY ${name} "${value}">`;
const laughs = Array.from({ length: 10 }, (_, n) => entity(`l${n + 1}`, `&l${n};`.repeat(10))).join('');

const markup: readonly HostileFeed[] = [
  {
    name: 'billion laughs',
    bytes: xml(`<!DOCTYPE x [${entity('l0', 'ha')}${laughs}]><jobs><job><id>&l10;</id></job></jobs>`),
    becomes: 'forbidden',
  },
  {
    name: 'an external entity',
    bytes: xml('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><jobs><job><id>&e;</id></job></jobs>'),
    becomes: 'forbidden',
  },
  {
    name: 'a parameter entity',
    bytes: xml('<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/">%p;]><jobs/>'),
    becomes: 'forbidden',
  },
  {
    name: 'quadratic blow-up',
    bytes: xml(`<!DOCTYPE x [${entity('a', 'a'.repeat(100_000))}]><jobs><id>${'&a;'.repeat(100_000)}</id></jobs>`),
    becomes: 'forbidden',
  },
  { name: 'a doctype in the middle', bytes: xml('<jobs><!doctype x><job><id>1</id></job></jobs>'), becomes: 'forbidden' },
  {
    name: 'a doctype as text',
    bytes: xml('<jobs><job><id>1</id><body><![CDATA[<!DOCTYPE html><p>x</p>]]></body></job><job><id>2</id></job></jobs>'),
    becomes: { jobs: 2, refused: 0 },
  },
  { name: 'a million levels', bytes: xml('<a>'.repeat(1_000_000)), becomes: 'malformed' },
  { name: '10,000 closed levels', bytes: xml(`${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`), becomes: 'too_large' },
  { name: 'UTF-7', bytes: text('<?xml version="1.0" encoding="UTF-7"?><jobs/>'), becomes: 'malformed' },
  {
    name: 'XInclude',
    bytes: xml(
      '<jobs xmlns:xi="http://www.w3.org/2001/XInclude"><job><id>1</id><xi:include href="file:///etc/passwd"/></job><job><id>2</id></job></jobs>',
    ),
    becomes: { jobs: 2, refused: 0 },
  },
  { name: 'a special element name', bytes: xml('<jobs><job><__proto__>1</__proto__></job></jobs>'), becomes: 'malformed' },
  {
    name: 'an undeclared entity',
    bytes: xml('<jobs><job><id>1</id><title>&nope;&#0;&#x110000;&#xD800;</title></job><job><id>2</id></job></jobs>'),
    becomes: { jobs: 2, refused: 0 },
  },
  { name: 'cut off in the middle', bytes: xml('<jobs><job><id>1</id></job><job><i'), becomes: 'malformed' },
  { name: 'a comment that never ends', bytes: xml('<jobs><!-- <job><id>1</id></job></jobs>'), becomes: 'malformed' },
  { name: 'no job at all', bytes: xml('<jobs></jobs>'), becomes: 'no_records' },
  { name: 'a sign-in page', bytes: text('<!DOCTYPE html><html><body>Please sign in</body></html>'), becomes: 'web_page' },
];

const json: readonly HostileFeed[] = [
  { name: 'JSON 10,000 deep', bytes: text('['.repeat(10_000) + ']'.repeat(10_000)), becomes: 'too_large' },
  { name: 'JSON cut off', bytes: text('[{"id":1},{"id":2'), becomes: 'malformed' },
  {
    name: 'JSON with a special name',
    bytes: text('[{"id":"1","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"x":1}}}]'),
    becomes: one,
  },
  {
    name: 'JSON numbers no double holds',
    bytes: text('[{"id":9007199254740993,"billRate":1e400}]'),
    becomes: { jobs: 0, refused: 1 },
  },
  { name: 'JSON minus zero', bytes: text('[{"id":1,"billRate":-0}]'), becomes: one },
  { name: 'JSON with half characters and zeros', bytes: text(String.raw`[{"id":"1","title":"a\ud800b\u0000c"}]`), becomes: one },
  { name: 'JSON with doubled keys', bytes: text('[{"id":"1","id":"2"}]'), becomes: one },
  { name: 'JSON entries that are no records', bytes: text('[{"id":"1"},7,null,[],{}]'), becomes: { jobs: 1, refused: 4 } },
  { name: 'JSON text of 10 MB', bytes: text(`[{"id":"1","description":"${'x'.repeat(10_000_000)}"}]`), becomes: one },
  { name: 'JSON with no jobs today', bytes: text('{"count":0,"records":[]}'), becomes: { jobs: 0, refused: 0 } },
  { name: 'JSON scalar list', bytes: text('[1,2,3]'), becomes: 'no_records' },
  { name: 'JSON of six million empty records', bytes: text(`[${'{},'.repeat(6_500_000)}{}]`), becomes: 'too_large' },
];

const sheet = (rows: string, extra = ''): Record<string, Uint8Array> => ({
  '[Content_Types].xml': strToU8('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
  '_rels/.rels': strToU8(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  ),
  'xl/workbook.xml': strToU8(
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Jobs" sheetId="1" r:id="r1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  'xl/worksheets/sheet1.xml': strToU8(
    `<?xml version="1.0"?>${extra}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`,
  ),
});
const cell = (at: string, value: string): string => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rows = `<row r="1">${cell('A1', 'Job ID')}${cell('B1', 'Facility')}</row><row r="2">${cell('A2', '1')}${cell('B2', 'Mercy')}</row>`;

/** A zip file with false headers. */
function lyingZip(name: string, content: Uint8Array, declared: { size: number; count?: number; flags?: number }): Uint8Array {
  const packed = deflateRawSync(content);
  const label = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04_03_4b_50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared.size, 22);
  local.writeUInt16LE(label.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02_01_4b_50, 0);
  central.writeUInt16LE(declared.flags ?? 0, 8);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(declared.size, 24);
  central.writeUInt16LE(label.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(declared.count ?? 1, 8);
  end.writeUInt16LE(declared.count ?? 1, 10);
  end.writeUInt32LE(central.length + label.length, 12);
  end.writeUInt32LE(local.length + label.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, label, packed, central, label, end]));
}

const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1024 * 1024);

const spreadsheets: readonly HostileFeed[] = [
  { name: 'a plain workbook that claims a billion cells', bytes: () => zipSync(sheet(rows)), becomes: one },
  { name: 'a bomb of 60 MB in 60 kB', bytes: () => zipSync({ ...sheet(rows), 'xl/bomb.xml': zeros(60) }), becomes: 'too_large' },
  {
    name: 'a bomb that lies about its size',
    bytes: () => lyingZip('xl/workbook.xml', zeros(60), { size: 1000 }),
    becomes: 'malformed',
  },
  {
    name: 'ten gigabytes declared',
    bytes: () => lyingZip('xl/workbook.xml', zeros(1), { size: 0xff_ff_ff_fe }),
    becomes: 'too_large',
  },
  {
    name: '2,500 entries',
    bytes: () => zipSync(Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`${n}`, new Uint8Array()]))),
    becomes: 'too_large',
  },
  {
    name: 'more entries promised than there are',
    bytes: () => lyingZip('a.xml', strToU8('<a/>'), { size: 4, count: 1999 }),
    becomes: 'malformed',
  },
  {
    name: 'protected by a password',
    bytes: () => lyingZip('xl/workbook.xml', strToU8('<a/>'), { size: 4, flags: 1 }),
    becomes: 'forbidden',
  },
  { name: 'a zip that is no workbook', bytes: () => zipSync({ 'jobs.csv': strToU8(row) }), becomes: 'unknown_format' },
  { name: 'names that climb out', bytes: () => zipSync({ ...sheet(rows), '../../etc/evil.xml': strToU8('<a/>') }), becomes: one },
  {
    name: 'a document type inside a part',
    bytes: () => zipSync(sheet(rows, '<!DOCTYPE x [<!ENTITY a "b">]>')),
    becomes: 'forbidden',
  },
  {
    name: 'a cell at the far corner',
    bytes: () => zipSync(sheet(`${rows}<row r="1048576">${cell('XFD1048576', 'x')}</row>`)),
    becomes: 'too_large',
  },
  { name: 'a sheet of rubbish', bytes: () => zipSync(sheet('<row><c r="A1" t="s"><v>7</v></c></row>')), becomes: 'malformed' },
  { name: 'an empty sheet', bytes: () => zipSync(sheet('')), becomes: 'empty' },
  {
    name: 'a formula that calls a program',
    bytes: () =>
      zipSync(
        sheet(`${rows}<row r="3">${cell('A3', '2')}<c r="B3" t="str"><f>DDE("cmd";"/C calc";"x")</f><v>Grace</v></c></row>`),
      ),
    becomes: { jobs: 2, refused: 0 },
  },
  { name: 'cut in half', bytes: () => zipSync(sheet(rows)).subarray(0, 600), becomes: 'malformed' },
  { name: 'an old .xls', bytes: latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old office'), becomes: 'unknown_format' },
  { name: 'a PDF', bytes: text('%PDF-1.7 ...'), becomes: 'unknown_format' },
  { name: 'gzip', bytes: latin1('\x1f\x8b\x08\x00'), becomes: 'unknown_format' },
];

/** Every kind of bad file of the corpus, generated, with its expected result. */
export const hostileFeeds: readonly HostileFeed[] = [...delimited, ...markup, ...json, ...spreadsheets];

const quick = new Set([
  'zero bytes',
  'a quote that never closes',
  'billion laughs',
  '10,000 closed levels',
  'JSON 10,000 deep',
  'JSON with half characters and zeros',
  'ten gigabytes declared',
  'a document type inside a part',
  'a PDF',
]);

/** One quick file per guard, for tests that send them many times. The last one keeps a reader busy for about a second. */
export const quickHostileFeeds: readonly Pick<HostileFeed, 'name' | 'bytes'>[] = [
  ...hostileFeeds.filter(({ name }) => quick.has(name)),
  { name: '100,000 columns', bytes: text(`${'a,'.repeat(100_000)}a\n`) },
  { name: 'XML of 20,000 values that are no records', bytes: xml(`<r>${'<a>x</a>'.repeat(20_000)}</r>`) },
  { name: 'JSON of 1,200,000 empty records', bytes: text(`[${'{},'.repeat(1_200_000)}{}]`) },
];
