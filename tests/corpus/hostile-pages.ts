import type { PageRead } from '#server/parsing/read-apart.ts';

/** What must become of a hostile page: a problem, or what is found on it. */
export type HostilePage = {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  readonly charset?: string;
  readonly becomes: 'too_large' | Partial<Pick<PageRead, 'columns' | 'values' | 'labels' | 'link' | 'signs'>>;
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const table = '<table id=jobs><tr><th>Job ID<th>Facility<tr><td>1<td>Mercy</table>';
const columns = ['Job ID', 'Facility'];
const MB = 1024 * 1024;

/** The plan that every page is read by. */
export const hostilePlan = {
  rows: { kind: 'table', at: '#jobs', link: 'a[href]' },
  values: { title: { at: 'h1' } },
  labels: 'dt',
  link: 'a[rel=next]',
  signs: { out: [{ text: 'signed out' }], card: [{ at: 'div div div div .card' }] },
} as const;

export const hostilePages: readonly HostilePage[] = [
  { name: 'an empty page', bytes: () => encode(''), becomes: { columns: null, values: {} } },
  { name: 'text without tags', bytes: () => encode('signed out'), becomes: { columns: null, signs: ['out'] } },
  { name: 'a usual page', bytes: () => encode(`<h1>Jobs</h1>${table}`), becomes: { columns, values: { title: 'Jobs' } } },
  { name: 'tags that never close', bytes: () => encode(table.replaceAll(/<\/\w+>/g, '')), becomes: { columns } },
  { name: 'a page cut off in a tag', bytes: () => encode(`${table}<a rel=next href="/2`), becomes: { columns, link: null } },
  { name: '100,000 nested elements', bytes: () => encode('<div>'.repeat(100_000)), becomes: 'too_large' },
  { name: '1,000 unclosed bold texts', bytes: () => encode('<b>'.repeat(1000) + table), becomes: 'too_large' },
  { name: '400 nested elements', bytes: () => encode('<div>'.repeat(400) + table), becomes: { columns } },
  { name: 'a million elements', bytes: () => encode('<i></i>'.repeat(1_000_000)), becomes: 'too_large' },
  { name: 'a million closing tags', bytes: () => encode('</p>'.repeat(1_000_000)), becomes: 'too_large' },
  {
    name: 'a million closing tags of nothing',
    bytes: () => encode(`${'</div>'.repeat(1_000_000)}${table}`),
    becomes: { columns },
  },
  { name: 'a million comments', bytes: () => encode('<!---->'.repeat(1_000_000) + table), becomes: { columns } },
  {
    name: 'a comment that never ends',
    bytes: () => encode(`${table}<!-- <a rel=next href=/2>`),
    becomes: { columns, link: null },
  },
  {
    name: 'a script that never ends',
    bytes: () => encode(`${table}<script><a rel=next href=/2>`),
    becomes: { columns, link: null },
  },
  {
    name: 'a script that writes a list',
    bytes: () => encode(`<script>document.write('${table}')</script>`),
    becomes: { columns: null },
  },
  {
    name: 'a refresh to another host',
    bytes: () => encode('<meta http-equiv=refresh content="0;url=https://thief.example/">'),
    becomes: { columns: null, link: null },
  },
  {
    name: 'an attribute of 15 MB',
    bytes: () => encode(`<h1 title="${'x'.repeat(15 * MB)}">Jobs</h1>`),
    becomes: { values: { title: 'Jobs' } },
  },
  { name: 'an attribute that never ends', bytes: () => encode(`${table}<h1 title="${'x'.repeat(MB)}`), becomes: { columns } },
  {
    name: 'a million attributes',
    bytes: () => encode(`<h1 ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}`).join(' ')}>Jobs</h1>`),
    becomes: 'too_large',
  },
  { name: 'a tag name of 10 MB', bytes: () => encode(`<${'x'.repeat(10 * MB)}>${table}`), becomes: { columns } },
  {
    name: 'a text of 15 MB',
    bytes: () => encode(`<h1>${'x '.repeat(7 * MB)}</h1>`),
    becomes: { values: { title: 'x '.repeat(50_000).trim() } },
  },
  {
    name: 'blanks of 15 MB',
    bytes: () => encode(`<h1>${' \n'.repeat(7 * MB)}</h1>${table}`),
    becomes: { columns, values: { title: '' } },
  },
  {
    name: 'a million entities',
    bytes: () => encode(`<h1>${'&amp;'.repeat(1_000_000)}</h1>`),
    becomes: { values: { title: '&'.repeat(99_999) } },
  },
  { name: 'a million brackets', bytes: () => encode('<'.repeat(1_000_000) + table), becomes: { columns } },
  {
    name: 'names that objects treat specially',
    bytes: () =>
      encode(
        '<table id=jobs><tr><th>__proto__<th>constructor<tr><td>1<td>2</table><dl><dt>__proto__<dd>a<dt>toString<dd>b</dl><i __proto__=x constructor=y>',
      ),
    becomes: { columns: ['column __proto__', 'column constructor'], labels: { 'column __proto__': 'a', toString: 'b' } },
  },
  {
    name: 'a cell that spans a billion columns',
    bytes: () => encode('<table id=jobs><tr><th>Job ID<th>Facility<tr><td colspan=1000000000 rowspan=1000000000>1<td>2</table>'),
    becomes: { columns },
  },
  {
    name: 'a header of 3,000 columns',
    bytes: () => encode(`<table id=jobs><tr>${'<th>x'.repeat(3000)}<tr><td>1</table>`),
    becomes: 'too_large',
  },
  {
    name: 'labels that each have all that follows',
    bytes: () => encode(`<dl>${'<dt>x<dd>'.repeat(20_000)}${'y'.repeat(MB)}</dl>`),
    becomes: { labels: { x: '' } },
  },
  {
    name: 'elements of which each has the text of the next',
    bytes: () => encode(`<table id=jobs><tr><th>Job ID${'<tr><td>'.repeat(450)}${'y'.repeat(90_000)}</table>`),
    becomes: { columns: ['Job ID'] },
  },
  {
    name: 'Latin-1 that says UTF-8',
    bytes: () => latin1('<meta charset=utf-8><h1>H\xf4pital</h1>'),
    charset: 'utf-8',
    becomes: { values: { title: 'Hôpital' } },
  },
  {
    name: 'UTF-8 that says UTF-16',
    bytes: () => encode('<meta charset=utf-16><h1>Hôpital</h1>'),
    becomes: { values: { title: 'Hôpital' } },
  },
  {
    name: 'a charset that does not exist',
    bytes: () => encode('<h1>Hôpital</h1>'),
    charset: 'klingon-8',
    becomes: { values: { title: 'Hôpital' } },
  },
  {
    name: 'UTF-7, which hides tags',
    bytes: () => encode('<meta charset=utf-7><h1>+ADw-script+AD4-</h1>'),
    becomes: { values: { title: '+ADw-script+AD4-' } },
  },
  {
    name: 'UTF-16 with a mark',
    bytes: () => new Uint8Array(Buffer.from(`\uFEFF<h1>Hôpital</h1>`, 'utf16le')),
    becomes: { values: { title: 'Hôpital' } },
  },
  { name: 'zero bytes', bytes: () => encode('<h1>Mer\0cy</h1>'), becomes: { values: { title: 'Mercy' } } },
  {
    name: 'random bytes',
    bytes: () => Uint8Array.from({ length: 1_000_000 }, (_, n) => (n * 7919 + (n >> 7)) % 256),
    becomes: { columns: null },
  },
];
