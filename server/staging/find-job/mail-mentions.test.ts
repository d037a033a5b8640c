import { expect, test } from 'vitest';
import { mailMentions } from './mail-mentions.ts';

const head = 'From: orders@vendor.example\r\nSubject: Order\r\n';
const mail = (encoding: string, body: string) => Buffer.from(`${head}Content-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`);
const lined = (text: string) =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');
const text = `${'Please staff these shifts. '.repeat(6)}Order HWL-2024-67814 in Reno.`;

test.each([
  ['a plain body', mail('7bit', text)],
  ['a body in base64', mail('base64', lined(text))],
  ['an ID that quoted-printable breaks', mail('quoted-printable', text.replace('67814', '67=\r\n814'))],
])('an ID is found in %s, in any letter case', (_, bytes) => {
  expect(mailMentions(bytes, 'hwl-2024-67814')).toBe(true);
  expect(mailMentions(bytes, 'HWL-2024-99999')).toBe(false);
});
