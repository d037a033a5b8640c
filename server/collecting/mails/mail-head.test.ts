import { describe, expect, test } from 'vitest';
import { readHead } from './mail-head.ts';

const head = (headers: string, body = 'Job ID: 1') => readHead(Buffer.from(`${headers}\r\n\r\n${body}`, 'latin1'));

describe('the headers of an email', () => {
  test('give sender, subject and Message-ID, also folded and encoded', () => {
    expect(
      head(
        'From: "Orders, Vendor" <orders@vendor.example>\r\nSubject: =?utf-8?Q?Op=C3=A9ration?=\r\n =?utf-8?B?IMO8?=\r\nMessage-ID:\r\n <a.1@vendor.example>',
      ),
    ).toMatchObject({ from: 'orders@vendor.example', subject: 'Opération ü', messageId: '<a.1@vendor.example>', hops: 0 });
    expect(head('From: orders@vendor.example (Orders)\r\nSubject: =?x-none?Q?a?=')).toMatchObject({
      from: 'orders@vendor.example',
      subject: '=?x-none?Q?a?=',
      messageId: '',
    });
    expect(readHead(Buffer.from('no email at all'))).toMatchObject({ from: '', subject: '', messageId: '' });
  });

  test('say what answers by itself; orders that a system generates are no answer', () => {
    const automatic = (headers: string) => head(headers).isAutomaticReply;
    expect(automatic('Auto-Submitted: auto-replied (vacation)')).toBe(true);
    expect(automatic('Content-Type: multipart/report; report-type=delivery-status; boundary=b')).toBe(true);
    expect(automatic('Auto-Submitted: auto-generated')).toBe(false);
    expect(automatic('Auto-Submitted: no')).toBe(false);
  });

  test('identify the same email whatever way it came, and no other one', () => {
    const sent = 'From: a@b.example\r\nSubject: Order\r\nMessage-ID: <1@b.example>';
    const { digest } = head(sent);
    expect(head(`Received: from x by y\r\nDKIM-Signature: v=1\r\n${sent}`).digest).toBe(digest);
    expect(head(`Received: from x by y\r\nReceived: from z by x\r\n${sent}`).hops).toBe(2);
    expect(head(sent, 'Job ID: 2').digest).not.toBe(digest);
    expect(head(sent.replace('Order', 'Order 2')).digest).not.toBe(digest);
  });
});
