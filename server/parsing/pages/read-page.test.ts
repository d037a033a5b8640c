import { describe, expect, test } from 'vitest';
import type { PagePlan } from '../files/page-plan.ts';
import { decodePage } from './decode-page.ts';
import { readPages } from './read-page.ts';

const read = (html: string, plan: PagePlan) => {
  const result = readPages([{ bytes: new TextEncoder().encode(html), charset: null }], plan);
  if (!result.ok) throw new Error(result.error.words);
  const [page] = result.value;
  if (!page) throw new Error('no page was read');
  return page;
};
const table = (html: string) => read(html, { rows: { kind: 'table', at: 'table', link: 'a[href]' } });

describe('forms are read as a browser sends them', () => {
  const form = (inside: string) =>
    read(`<form action=" /go " method=" Post ">${inside}</form>`, {
      form: { at: 'form', controls: { user: '#u', pass: '[type=password]' } },
    }).facts.form;
  const sent = (inside: string) => form(inside)?.controls.map(({ name, value }) => `${name}=${value}`);

  test.each([
    ['hidden ones', '<input type=hidden name=t value="a b">', ['t=a b']],
    ['texts, with or without a value', '<input name=a value=1><input name=b>', ['a=1', 'b=']],
    [
      'checked boxes only',
      '<input type=checkbox name=a checked><input type=checkbox name=b><input type=radio name=c value=2 checked>',
      ['a=on', 'c=2'],
    ],
    [
      'the chosen option, or the first one',
      '<select name=a><option value=1>x<option value=2 selected>y</select><select name=b><option>z</select>',
      ['a=2', 'b=z'],
    ],
    ['texts of many lines', '<textarea name=a>x\ny</textarea>', ['a=x\ny']],
    ['no disabled ones, none without a name, no files', '<input name=a disabled><input value=1><input type=file name=f>', []],
    [
      'the first button only',
      '<button type=button name=x>x</button><input type=submit name=ok value=Go><button name=no>No</button>',
      ['ok=Go'],
    ],
  ])('%s', (_what, inside, controls) => expect(sent(inside)).toEqual(controls));

  test('the planned controls are found by selector', () => {
    expect(form('<input id=u name=USER><input type=password name=PW>')).toMatchObject({
      action: '/go',
      method: 'POST',
      named: { user: 'USER', pass: 'PW' },
    });
    expect(form('<input id=u name=USER>')?.named).toEqual({ user: 'USER' });
  });

  test('of several forms, the one with all planned controls counts', () => {
    const plan = { form: { at: 'form', controls: { user: '[name=u]' } } };
    expect(
      read('<form action=/search><input name=q></form><form action=/in><input name=u></form>', plan).facts.form?.action,
    ).toBe('/in');
    expect(read('<p>no form', plan).facts.form).toBeNull();
  });
});

describe('tables', () => {
  test('groups of rows, rows without cells and a text over the whole width', () => {
    const html = `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr></tr><tr><td>1</td><td><a href=/1>2</a></td></tr></tbody>
      <tfoot><tr><td colspan=2>No more</td></tr></tfoot></table>`;
    expect(table(html)).toMatchObject({ facts: { columns: ['A', 'B'] }, rows: [{ cells: ['1', '2'], link: '/1' }] });
  });

  test('a title row before the header, header cells that span, equal headers', () => {
    const html = '<table><tr><td>Open jobs<tr><th>A<th colspan=2>Rate<tr><td>1<td>2<td>3</table>';
    expect(table(html)).toMatchObject({ facts: { columns: ['A', 'Rate', 'Rate (2)'] }, rows: [{ cells: ['1', '2', '3'] }] });
  });

  test('without header cells, the first row names the columns', () => {
    expect(table('<table><tr><td>A<td>B<tr><td>1<td>2</table>')).toMatchObject({
      facts: { columns: ['A', 'B'] },
      rows: [{ cells: ['1', '2'] }],
    });
  });

  test('a row with fewer or more cells than the header keeps its place', () => {
    expect(table('<table><tr><th>A<th>B<tr><td>1<td>2<td>3<tr><td>4<td></table>').rows.map(({ cells }) => cells)).toEqual([
      ['1', '2'],
      ['4', ''],
    ]);
  });

  test('a table of one column has rows of one cell', () => {
    expect(table('<table><tr><th>A<tr><td>1<tr><td>2</table>').rows).toHaveLength(2);
  });
});

describe('labels', () => {
  const labels = (html: string, at: string) => read(html, { labels: at }).facts.labels;
  test.each([
    ['a list of terms', '<dl><dt>City:<dd>Tulsa<dt>State<dd>OK<dd>USA</dl>', 'dt', { City: 'Tulsa', State: 'OK\nUSA' }],
    ['rows with headers', '<table><tr><th>City<td>Tulsa<tr><th>State<td>OK</table>', 'th', { City: 'Tulsa', State: 'OK' }],
    ['bold texts before plain ones', '<p><b>City:</b> Tulsa <b>State</b>: OK<br></p>', 'b', { City: 'Tulsa', State: 'OK' }],
    ['elements side by side', '<div><span class=l>City</span><span>Tulsa</span></div>', '.l', { City: 'Tulsa' }],
    ['the same label twice', '<dl><dt>City<dd>Tulsa<dt>City<dd>Waco</dl>', 'dt', { City: 'Tulsa' }],
    ['a label without a value', '<dl><dt>City<dt>State<dd>OK</dl>', 'dt', { City: '', State: 'OK' }],
  ])('%s', (_what, html, at, found) => expect(labels(html, at)).toEqual(found));
});

describe('texts', () => {
  const text = (html: string) => read(`<div id=x>${html}</div>`, { values: { x: { at: '#x' } } }).facts.values['x'];
  test.each([
    ['  a \n b  ', 'a b'],
    ['a<br>b', 'a\nb'],
    ['<p>a</p><p>b</p>', 'a\nb'],
    ['a<script>b</script><style>c</style><!-- d -->e', 'ae'],
    ['a&nbsp;&amp;&nbsp;b &#x1F600;', 'a & b 😀'],
    ['<b>a</b><i>b</i>', 'ab'],
  ])('%j reads %j', (html, seen) => expect(text(html)).toBe(seen));

  test('attributes, and values that are not there', () => {
    const values = { link: { at: 'a', attribute: 'href' }, own: { at: 'a', attribute: 'toString' }, none: { at: 'b' } };
    expect(read('<a href=" /x ">y</a>', { values }).facts.values).toEqual({ link: '/x', own: '' });
  });

  test('signs look at an element, at a text in it, or at the whole page', () => {
    const signs = {
      a: [{ at: '.e' }],
      b: [{ at: '.e', text: 'WRONG' }],
      c: [{ text: 'wrong password' }],
      d: [{ at: '.x' }, { text: 'again' }],
    };
    expect(read('<p class=e>Wrong <b>password</b></p>', { signs }).facts.signs).toEqual(['a', 'b', 'c']);
  });
});

test.each([
  ['UTF-8 without a word', new TextEncoder().encode('é'), null, 'é'],
  ['Windows-1252 without a word', Uint8Array.of(0x93, 0xe9, 0x94), null, '“é”'],
  ['the charset of the reply', Uint8Array.of(0xcf, 0xd0, 0xb2), 'windows-1251', 'ПРІ'],
  [
    'the charset that the page names',
    Uint8Array.from('<meta charset="windows-1251">\xcf', (c) => c.charCodeAt(0)),
    null,
    '<meta charset="windows-1251">П',
  ],
  ['UTF-16 that the page only claims', new TextEncoder().encode('<meta charset=utf-16>é'), null, '<meta charset=utf-16>é'],
  ['a mark before everything else', Uint8Array.of(0xff, 0xfe, 0xe9, 0), 'utf-8', 'é'],
])('charsets: %s', (_what, bytes, charset, text) => expect(decodePage(bytes, charset)).toBe(text));
