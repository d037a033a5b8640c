import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';

/** The expected result of a hostile mail: a kind of problem, or the job ID that is read; null: no parser takes it. */
export type HostileMail = {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  readonly becomes: FeedProblem['kind'] | { readonly job: string | null };
};

const order =
  'StaffingEngine\nJob ID: 4711\nJob Type: Travel\nProfession/ Speciality: RN/ ICU\nClient: Mercy\nLocation: Tulsa, OK, 74104\nStart and End Date: 2/1/2026 -\n';
const read = { job: '4711' } as const;

const mail =
  (headers: string, body: string): (() => Uint8Array) =>
  () =>
    Buffer.from(`From: Vendor <orders@vendor.example>\r\nSubject: Order\r\n${headers}\r\n\r\n${body}`, 'latin1');
const text = (body: string, headers = 'Content-Type: text/plain'): (() => Uint8Array) => mail(headers, body);
const html = (body: string): (() => Uint8Array) => text(body, 'Content-Type: text/html');
const page = order.replaceAll('\n', '<br>');
const multipart = (parts: readonly string[]): (() => Uint8Array) =>
  mail('Content-Type: multipart/mixed; boundary=b', `${parts.map((part) => `--b\r\n${part}`).join('\r\n')}\r\n--b--`);
const attachment = (name: string, type: string, body: string): string =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${body}`;
const plain = `Content-Type: text/plain\r\n\r\n${order}`;

/** Multiparts in each other, the order in the innermost. */
function nested(depth: number): string {
  let inner = plain;
  for (let n = depth; n > 0; n--) inner = `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n${inner}\r\n--b${n}--`;
  return inner;
}

export const hostileMails: readonly HostileMail[] = [
  { name: 'nothing', bytes: () => new Uint8Array(), becomes: 'empty' },
  { name: 'headers alone', bytes: mail('Content-Type: text/plain', ''), becomes: 'empty' },
  { name: 'a plain order', bytes: text(order), becomes: read },
  { name: 'a million parts', bytes: multipart(Array.from({ length: 1_000_000 }, () => '\r\nx')), becomes: 'too_large' },
  {
    name: '499 parts',
    bytes: multipart([plain, ...Array.from({ length: 498 }, () => 'Content-Type: image/png\r\n\r\nx')]),
    becomes: read,
  },
  { name: 'parts 15 levels deep', bytes: () => Buffer.from(`From: a@b.example\r\n${nested(15)}`), becomes: read },
  { name: 'parts 10,000 levels deep', bytes: () => Buffer.from(`From: a@b.example\r\n${nested(10_000)}`), becomes: 'too_large' },
  { name: 'parts 100 levels deep', bytes: () => Buffer.from(`From: a@b.example\r\n${nested(100)}`), becomes: 'too_large' },
  {
    name: 'a boundary that never ends',
    bytes: mail('Content-Type: multipart/mixed; boundary=b', `--b\r\n${plain}`),
    becomes: read,
  },
  {
    name: 'headers of 15 MB',
    bytes: mail(`X-Long: ${'x'.repeat(15_000_000)}\r\nContent-Type: text/plain`, order),
    becomes: 'too_large',
  },
  { name: 'an email of 21 MB', bytes: text(`${order}${'x'.repeat(21 * 1024 * 1024)}`), becomes: 'too_large' },
  { name: 'a text of 15 MB', bytes: text(`${order}${'word '.repeat(3_000_000)}`), becomes: read },
  { name: 'a line of 15 MB', bytes: text(`${order}${'x'.repeat(15_000_000)}`), becomes: read },
  { name: 'white space of 10 MB', bytes: text(`${order}${' '.repeat(10_000_000)}x`), becomes: read },
  {
    name: 'encoded words in a subject, 20,000 of them',
    bytes: mail(`Subject: ${'=?utf-8?b?w6Q=?= '.repeat(10_000)}\r\nContent-Type: text/plain`, order),
    becomes: read,
  },
  {
    name: 'addresses in groups of groups',
    bytes: mail(`To: ${'a:'.repeat(50_000)};\r\nContent-Type: text/plain`, order),
    becomes: read,
  },
  { name: 'an unknown character set', bytes: text(order, 'Content-Type: text/plain; charset=klingon'), becomes: read },
  { name: 'UTF-7', bytes: text(order.replace('Tulsa', '+AFQ-ulsa'), 'Content-Type: text/plain; charset=utf-7'), becomes: read },
  {
    name: 'base64 without its end',
    bytes: mail(
      'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
      Buffer.from(order).toString('base64').replaceAll('=', ''),
    ),
    becomes: read,
  },
  {
    name: 'base64 that is none',
    bytes: mail('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64', '%%% !!! ###'),
    becomes: 'empty',
  },
  {
    name: 'an unknown transfer encoding',
    bytes: mail('Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode', order),
    becomes: read,
  },
  {
    name: 'winmail.dat',
    bytes: multipart([plain, attachment('winmail.dat', 'application/ms-tnef', 'x\x9f>\x22')]),
    becomes: read,
  },
  {
    name: 'attachments whose names climb out',
    bytes: multipart([plain, attachment('../../etc/passwd', 'text/plain', 'root')]),
    becomes: read,
  },
  {
    name: 'an attachment whose name is written backwards',
    bytes: multipart([plain, attachment('cod.\u202Eexe', 'text/plain', 'x')]),
    becomes: read,
  },
  {
    name: 'an attached archive with a bomb',
    bytes: multipart([plain, attachment('a.xlsx', 'application/zip', 'PK\x03\x04rubbish')]),
    becomes: read,
  },
  {
    name: 'a date in the year 9999',
    bytes: mail('Date: Fri, 31 Dec 9999 23:59:59 +0000\r\nContent-Type: text/plain', order),
    becomes: read,
  },
  {
    name: 'two ids and a forged sender',
    bytes: mail('Message-ID: <1>\r\nMessage-ID: <2>\r\nFrom: a@evil.example\r\nContent-Type: text/plain', order),
    becomes: read,
  },
  { name: 'zero characters and lone surrogates', bytes: html(`${page}&#0;&#xD800;\x00`), becomes: read },
  {
    name: 'scripts, forms and pixels',
    bytes: html(
      `<script>steal()</script><svg><a xlink:href="javascript:x"></svg><meta http-equiv=refresh content="0;url=//e.example">${page}<img src=//t.example>`,
    ),
    becomes: read,
  },
  { name: 'elements 100,000 levels deep', bytes: html(`${'<div>'.repeat(100_000)}${page}`), becomes: 'too_large' },
  { name: 'tables 100 levels deep', bytes: html(`${'<table><tr><td>'.repeat(100)}${page}`), becomes: read },
  { name: '100,000 cells', bytes: html(`${page}<table>${'<tr><td>1<td>2'.repeat(50_000)}</table>`), becomes: read },
  {
    name: 'a cell over a billion columns and rows',
    bytes: html(`${page}<table><tr><td colspan=1000000000 rowspan=1000000000>x</table>`),
    becomes: read,
  },
  { name: 'a million entities', bytes: html(`${page}${'&amp;'.repeat(1_000_000)}`), becomes: read },
  { name: 'an attribute of 5 MB', bytes: html(`${page}<p title="${'x'.repeat(5_000_000)}">`), becomes: read },
  {
    name: 'a style sheet with costly selectors',
    bytes: html(
      `<style>${'* '.repeat(90)}{display:none}${Array.from({ length: 5000 }, (_, n) => `.a${n} .b,`).join('')}.c{display:none}:has(:has(*)){display:none}</style>${page}`,
    ),
    becomes: read,
  },
  { name: 'a million style declarations', bytes: html(`<p style="${'color:red;'.repeat(200_000)}">${page}</p>`), becomes: read },
  { name: '20,000 quotation marks', bytes: text(`${order}${'> '.repeat(20_000)}x\n${'>\nx\n'.repeat(20_000)}`), becomes: read },
  {
    name: '10,000 forwarded emails',
    bytes: text(`${order}${'From: a@b.example\nSent: Monday\nTo: c\nSubject: d\n'.repeat(10_000)}`),
    becomes: read,
  },
  { name: 'the same order 5,000 times', bytes: text(order.repeat(5000)), becomes: read },
];
