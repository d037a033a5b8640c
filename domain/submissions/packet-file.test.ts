import { expect, test } from 'vitest';
import { packetKind, tooLarge } from './packet-file.ts';

const mb = 1024 * 1024;
const limits = { left: 10 * mb, most: 60 * mb };
const file = (name: string, head: readonly number[] | string, size = 100) => ({
  name,
  size,
  head: typeof head === 'string' ? new TextEncoder().encode(head) : new Uint8Array(head),
});

test.each([
  ['pdf', file('a.pdf', '%PDF-1.7')],
  ['jpeg', file('a.jpg', [0xff, 0xd8, 0xff, 0xe0])],
  ['png', file('a.png', [0x89, 0x50, 0x4e, 0x47, 0x0d])],
  // A name without an ending says nothing.
  ['pdf', file('scan', '%PDF-1.7')],
])('a packet shows a %s by what it begins with', (kind, one) => {
  expect(packetKind(one, limits)).toEqual({ kind });
});

test.each([
  ['is empty', file('a.pdf', '', 0)],
  ['is a program', file('a.pdf', 'MZ')],
  ['is not what its name says', file('a.pdf', 'hello')],
  ['no PDF document and no picture', file('a.docx', [0x50, 0x4b, 0x03, 0x04])],
  ['It has 11 MB, and all documents of a preview have 60 MB', file('a.pdf', '%PDF', 11 * mb)],
])('a packet does not show a file that %s', (words, one) => {
  expect(packetKind(one, limits)).toEqual({ why: expect.stringContaining(words) });
});

test('a file that the source says is larger is named with both sizes', () => {
  expect(tooLarge(60.2 * mb, 60 * mb)).toContain('It has 61 MB, and all documents of a preview have 60 MB');
});
