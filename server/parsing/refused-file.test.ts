import { expect, test } from 'vitest';
import { readFeed } from './files/read-feed.ts';
import { refusedFile } from './refused-file.ts';

const mail = 'Received: from mx.example\r\nFrom: vendor@example.com\r\nMIME-Version: 1.0\r\n\r\nICU, Austin, TX\r\n';

test.each([
  ['<!DOCTYPE html><html><body>ICU</body></html>', /^This is a saved web page\. Open the page, download its export as CSV/],
  ['<h3>Job Description</h3><p>ICU nights</p>', /^This is a saved web page\./],
  [mail, /^This is a saved email\. Open it, save its attachment/],
])('a saved page or email says what to do with it: %j', async (text, words) => {
  const read = await readFeed(new TextEncoder().encode(text));
  if (read.ok) throw new Error('The file was read as a feed.');
  expect(refusedFile(read.error).error).toEqual({ kind: 'invalid', fields: { file: expect.stringMatching(words) } });
});

test.each(['items', 'source', 'blocks', 'positions'])('a feed whose root is <%s> is no web page', async (root) => {
  const xml = `<${root}><job><id>1</id><state>TX</state></job><job><id>2</id><state>CA</state></job></${root}>`;
  expect((await readFeed(new TextEncoder().encode(xml))).ok).toBe(true);
});

test('a table that has a column From is no email', async () => {
  const read = await readFeed(new TextEncoder().encode('Job ID,From,Message-ID\n1,TX,5\n'));
  expect(read.ok).toBe(true);
});
