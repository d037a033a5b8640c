import { expect, test } from 'vitest';
import { readFeed } from './files/read-feed.ts';
import { refusedFile } from './refused-file.ts';

const mail = 'Received: from mx.example\r\nFrom: vendor@example.com\r\nMIME-Version: 1.0\r\n\r\nICU, Austin, TX\r\n';

test.each([
  ['<!DOCTYPE html><html><body>ICU</body></html>', /^This is a saved web page\. Open the page, download its export as CSV/],
  [mail, /^This is a saved e-mail\. Open it, save its attachment/],
])('a saved page or e-mail says what to do with it: %j', async (text, words) => {
  const read = await readFeed(new TextEncoder().encode(text));
  if (read.ok) throw new Error('The file was read as a feed.');
  expect(refusedFile(read.error).error).toEqual({ kind: 'invalid', fields: { file: expect.stringMatching(words) } });
});

test('a table that has a column From is no e-mail', async () => {
  const read = await readFeed(new TextEncoder().encode('Job ID,From,Message-ID\n1,TX,5\n'));
  expect(read.ok).toBe(true);
});
