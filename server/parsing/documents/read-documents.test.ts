import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { readDocuments } from './read-documents.ts';

const page = async (html: string) => (await readDocuments(strToU8(`<html><body>${html}</body></html>`))).documents[0];
const textOf = async (html: string) => (await page(html))?.text;

describe('the text of a page', () => {
  test.each([
    ['<p>Aug 5 <s>Jul 29</s></p>', 'Aug 5'],
    ['<p>Aug 5 <strike>Jul 29</strike><del>Jul 1</del></p>', 'Aug 5'],
    ['<p>Aug 5 <span style="color:red; text-decoration: line-through">Jul <b>29</b></span></p>', 'Aug 5'],
    ['<p>Aug 5 <span style="text-decoration-line: underline line-through">Jul 29</span></p>', 'Aug 5'],
    ['<div style="text-decoration:line-through">x <span style="text-decoration:none">inherited</span></div>Aug 5', 'Aug 5'],
    ['<style>td .old, p.gone { text-decoration: line-through }</style><p class="gone">Jul 29</p>Aug 5', 'Aug 5'],
  ])('%s: struck-through text is not read', async (html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  test.each([
    ['<div style="display:none">preview</div>Aug 5'],
    ['<div style="font-size:0px;">preview</div>Aug 5'],
    ['<div hidden>preview</div>Aug 5'],
    ['<style>.pre { display: none }</style><i class="pre">preview</i>Aug 5'],
    ['<script>let a = "<b>preview</b>"</script><!-- preview -->Aug 5'],
  ])('%s: hidden text is not read', async (html) => {
    expect(await textOf(html)).toBe('Aug 5');
  });

  test('blocks and line breaks are lines, and white space is one space', async () => {
    expect(await textOf('<p>a\n  b&nbsp;&nbsp;c</p><div>d<br>e<br><br>f</div><ul><li>g<li>h</ul>soft&shy;ware')).toBe(
      'a b c\nd\ne\n\nf\ng\nh\nsoftware',
    );
  });

  test('preformatted text keeps its lines', async () => {
    expect(await textOf('<pre>a\nb</pre><div style="white-space:pre-line">c\n d</div>')).toBe('a\nb\nc\nd');
  });
});

describe('the cells of a page', () => {
  const cellsOf = async (html: string) => {
    const document = await page(html);
    return document?.cells.map(({ table, row, column, start, end }) => [table, row, column, document.text.slice(start, end)]);
  };

  test('are counted with the columns and rows that others cover', async () => {
    const html = '<table><tr><td colspan=2>a<td rowspan="2">b<tr><td>c<td>d<tr><td>e</table>';
    expect(await cellsOf(html)).toEqual([
      [1, 1, 1, 'a'],
      [1, 1, 3, 'b'],
      [1, 2, 1, 'c'],
      [1, 2, 2, 'd'],
      [1, 3, 1, 'e'],
    ]);
  });

  test('of a table in a cell belong to both tables', async () => {
    expect(await cellsOf('<table><tr><td>a<td><table><tr><td>b</td></tr></table></td></tr></table>')).toEqual([
      [1, 1, 1, 'a'],
      [1, 1, 2, 'b'],
      [2, 1, 1, 'b'],
    ]);
  });
});

const mail = (headers: string, body: string): Uint8Array =>
  strToU8(`From: Vendor <orders@vendor.example>\r\n${headers}\r\n\r\n${body}`);
const mailText = async (subject: string, body: string) => {
  const { documents } = await readDocuments(mail(`Subject: ${subject}\nContent-Type: text/plain`, body));
  return { own: documents[0]?.text.split('\n').slice(3).join('\n').trim(), quoted: documents[0]?.quoted.trim() };
};
const older = 'From: Vendor <orders@vendor.example>\nSent: Monday\nTo: jobs@agency.example\nSubject: New order\n\nJob ID: 1';

describe('what an email quotes', () => {
  test.each([
    ['Re: Order', 'Thanks\n\nOn Mon, Jan 5, 2026 Vendor <o@v.example> wrote:\n> Job ID: 1', 'Thanks'],
    ['Re: Order', '> Job ID: 1\nThanks', 'Thanks'],
    ['RE: Order', `Thanks\n${older}`, 'Thanks'],
    ['[EXTERNAL] Re: Order', `Thanks\n${older}`, 'Thanks'],
    ['EXT: RE[2]: Order', `Thanks\n${older}`, 'Thanks'],
    ['Order', 'Thanks\n-----Original Message-----\nJob ID: 1', 'Thanks'],
    ['Re: Order', 'On Mon, Jan 5, 2026 Vendor <o@v.example> wrote:\n> Job ID: 1\n\nThanks', 'Thanks'],
  ])('%s, %j: is not what it says', async (subject, body, own) => {
    const text = await mailText(subject, body);
    expect(text.own).toBe(own);
    expect(text.quoted).toContain('Job ID: 1');
  });

  test.each([
    ['FW: Order', `Please add\n${older}`],
    ['Fwd: Order', `---------- Forwarded message ---------\n${older}`],
    ['Fwd: Order', `Begin forwarded message:\n${older.replaceAll(/^/gm, '> ')}`],
    ['Order', older],
  ])('%s, %j: an email that is passed on is', async (subject, body) => {
    const text = await mailText(subject, body);
    expect(text.own).toContain('Job ID: 1');
    expect(text.quoted).toBe('');
  });

  test('below a reply that is passed on is not', async () => {
    const answer = older.replace('New order', 'RE: New order').replace('Job ID: 1', 'It starts later.');
    const text = await mailText('FW: RE: New order', `See below\n${answer}\n\n${older}`);
    expect(text.own).toContain('It starts later.');
    expect(text.own).not.toContain('Job ID: 1');
  });
});

describe('an email', () => {
  test('names its subject, sender, id and time', async () => {
    const read = await readDocuments(
      mail(
        'Subject: =?utf-8?q?H=C3=B4pital?=\nMessage-ID: <1@v.example>\nDate: Mon, 5 Jan 2026 09:14:00 -0500\nContent-Type: text/plain',
        'Job ID: 1',
      ),
    );
    expect(read).toMatchObject({
      subject: 'Hôpital',
      from: 'orders@vendor.example',
      messageId: '<1@v.example>',
      sentAt: '2026-01-05T14:14:00.000Z',
    });
    expect(read.documents[0]?.text).toBe('Subject: Hôpital\nFrom: Vendor <orders@vendor.example>\n\nJob ID: 1');
  });

  test('of a mailbox file is an email', async () => {
    const { subject } = await readDocuments(
      strToU8('From orders@v.example Mon Jan  5 09:14:00 2026\nSubject: Order\nFrom: a@v.example\n\nJob ID: 1'),
    );
    expect(subject).toBe('Order');
  });

  test('keeps the dashes and quotation marks of Windows-1252', async () => {
    const body = Buffer.from('Content-Type: text/plain; charset=windows-1252\r\n\r\nSt. Brigid\x92s \x96 North', 'latin1');
    const { documents } = await readDocuments(Buffer.concat([Buffer.from('From: a@b.example\r\n'), body]));
    expect(documents[0]?.text).toMatch(/St\. Brigid’s – North$/);
  });

  test('has its worksheets as further documents, and says what it does not read', async () => {
    const sheet = await writeXlsxFile([[{ value: 'Job ID', type: String }], [{ value: 'A-1', type: String }]]).toBuffer();
    const part = (type: string, name: string, bytes: Uint8Array) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`;
    const body = `${part('application/octet-stream', 'jobs.xlsx', new Uint8Array(sheet))}${part('application/pdf', 'order.pdf', strToU8('%PDF-1.7'))}--b--`;
    const { documents, unread } = await readDocuments(mail('Content-Type: multipart/mixed; boundary=b', body));
    expect(documents.map(({ kind, cells }) => [kind, cells.length])).toEqual([['sheet', 2]]);
    expect(unread).toEqual(['order.pdf: This is a PDF. Ask the vendor for CSV, XML, JSON or XLSX.']);
  });
});

describe('what people see of a page', () => {
  test('has no scripts, events, remote content, style sheets or hidden text', async () => {
    const { html } = await readDocuments(
      strToU8(
        '<html><style>p { color: red } .old { text-decoration: line-through }</style><p onclick="x()">Hi <img src="https://t.example/1.gif"><a href="javascript:x()">a</a>' +
          '<a href="https://v.example/1">b</a><s class="old" style="position:fixed;background:url(https://t.example)">c</s><svg onload="x()"><script>x()</script></svg>' +
          '<form action="https://t.example"><input name="a"></form><iframe src="https://t.example"></iframe><div style="display:none">preview</div></p>',
      ),
    );
    expect(html).toBe(
      '<p>Hi <a>a</a><a href="https://v.example/1">b</a><s style="text-decoration:line-through">c</s></p><p></p>',
    );
  });
});
