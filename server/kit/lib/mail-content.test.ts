import { expect, test } from 'vitest';
import { checkContent, mostMailBytes, withoutHtmlLinks, withoutLinks } from './mail-content.ts';

const file = (over: Partial<{ name: string; type: string; content: Uint8Array }> = {}) => ({
  attachments: [{ name: 'Open jobs – Söder.csv', type: 'text/csv; charset=utf-8', content: new Uint8Array(1), ...over }],
});

test.each(['a\r\nb.csv', 'a\nb', 'a\u2028b', '../jobs.csv', 'c:\\jobs.csv', 'nul\0.csv', '', 'x'.repeat(201)])(
  'an attachment is not named %j',
  (name) => {
    expect(() => checkContent(file({ name }))).toThrow(/attachments: the name ".*" must have 1 to 200 characters/s);
  },
);

test.each(['csv', 'text/csv\r\nBcc: all@example.org', 'text/', ''])('the type %j of an attachment is refused', (type) => {
  expect(() => checkContent(file({ type }))).toThrow(/attachments: the type ".*" of Open jobs – Söder.csv is no media type/);
});

test('HTML and attachments have at most 5,000,000 bytes together; the error says to send a link', () => {
  const html = 'é'.repeat(10);
  const withBytes = (bytes: number) => ({ html, ...file({ content: new Uint8Array(bytes) }) });
  expect(() => checkContent(withBytes(mostMailBytes - 20))).not.toThrow();
  expect(() => checkContent(withBytes(mostMailBytes - 19))).toThrow(/have 5000001 bytes, .* at most 5000000; send a link/);
});

test('what is kept of a text and of HTML has no address that its reader could open', () => {
  expect(withoutLinks('Open HTTPS://a.example/1?x=y now')).toBe('Open (link removed) now');
  const html = `<p title="a">Go <a class="b" href="https://a.example/reset/1.secret">https://a.example/reset/1.secret</a>
    <A HREF='//a.example/2'>two</A> <a href=https://a.example/3>three</a> <img src="https://a.example/4.png" alt="x"></p>`;
  const kept = withoutHtmlLinks(html);
  expect(kept).not.toMatch(/a\.example|secret/);
  expect(kept).toContain('<p title="a">Go <a class="b">(link removed)</a>');
  expect(kept).toContain('<a>three</a> <img alt="x"></p>');
});
