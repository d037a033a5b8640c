import { expect, test } from 'vitest';
import { readTextLines } from './text-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readTextLines(bytes(text));
const lines = [
  { line: 1, cells: ['Rule', 'Name'] },
  { line: 3, cells: ['a|b', 'ICU'] },
];

test.each([
  ['CSV', bytes('Rule,Name\n\na|b,ICU\n')],
  ['CSV with a byte order mark and CRLF', bytes('\uFEFFRule,Name\r\n\r\na|b,ICU\r\n')],
  ['TSV', bytes('Rule\tName\n\na|b\tICU\n')],
  ['TXT with semicolons', bytes('Rule;Name\n\na|b;ICU')],
  ['UTF-16', new Uint8Array(Buffer.from('\uFEFFRule,Name\n\na|b,ICU\n', 'utf16le'))],
])('%s is read by its content', (_kind, file) => {
  expect(readTextLines(file)).toEqual({ ok: true, value: lines });
});

test('a line without its second cell is still a line of a TSV file', () => {
  expect(read('Rule\tName\nalone')).toMatchObject({ ok: true, value: [{ line: 1 }, { line: 2, cells: ['alone'] }] });
});

test('Latin-1 is read too', () => {
  const file = Uint8Array.from('Sacr\xe9,ICU', (letter) => letter.charCodeAt(0));
  expect(readTextLines(file)).toMatchObject({ ok: true, value: [{ cells: ['Sacré', 'ICU'] }] });
});

test.each([
  ['PK\x03\x04 a workbook', 'This is a spreadsheet or an archive.'],
  ['%PDF-1.7', 'This is a PDF.'],
  ['<?xml version="1.0"?><r><a>x</a></r>', 'This is XML or a web page.'],
  ['{"rules":[]}', 'This is JSON.'],
  ['a\u0001b,c', 'The file holds control characters, so it is no text.'],
  ['a,b\0', 'The file holds zero bytes, so it is no text.'],
  [' \n\t\n', 'The file has no lines.'],
])('%j is refused with the kinds that are accepted', (text, why) => {
  expect(read(text)).toMatchObject({ ok: false, error: { words: `${why} Choose a CSV, TXT or TSV file.` } });
});

test('text that begins with a bracket is no JSON', () => {
  expect(read('[ab]c,ICU')).toMatchObject({ ok: true, value: [{ cells: ['[ab]c', 'ICU'] }] });
});

test.each([
  ['more than 20,000 lines', 'a,b\n'.repeat(20_001), 'too_large'],
  ['more than 2,000 cells in a line', ','.repeat(2000), 'too_large'],
  ['more than 2,000,000 cells', `${','.repeat(1999)}\n`.repeat(1001), 'too_large'],
  ['a quotation mark that is not closed', 'a,b\nc,"d\ne,f', 'malformed'],
])('%s: the whole file is refused', (_what, text, kind) => {
  expect(read(text)).toMatchObject({ ok: false, error: { kind } });
});
