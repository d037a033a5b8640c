import type { Seeded } from '#tests/simulation/base/seeded.ts';
import type { VendorMail } from './vendor-mails.ts';

/** An email as a client or gateway might deliver it. `mustRefuse`: no job may come of it. */
export type Variant = { readonly bytes: Uint8Array; readonly what: string; readonly mustRefuse: boolean };

const envelopes = {
  direct: 5,
  gmailForward: 2,
  outlookForward: 2,
  appleForward: 1,
  attachedForward: 1,
  reply: 1,
  outlookReply: 1,
  updateAboveOld: 2,
} as const;
type Envelope = keyof typeof envelopes;

/** A variant of the email. `older` is an earlier email of the same vendor, for those that quote one. */
export function variantOf(mail: VendorMail, older: VendorMail, random: Seeded): Variant {
  const envelope = random.weighted(envelopes);
  const body = random.weighted({ html: 4, both: 3, plain: 1 });
  const shape = random.pick(['as sent', 'reordered', 'spread', 'in a layout', 'in nested tables', 'in pairs'] as const);
  const charset = random.pick(['utf-8', 'iso-8859-1', 'windows-1252'] as const);
  const coding = random.pick(['quoted-printable', 'base64', '8bit'] as const);
  const tabs = random.chance(0.5);
  const html = shaped(mail, shape, random);
  const page = inEnvelope(html, shaped(older, 'as sent', random), envelope);
  const text = plainOf(page, tabs);
  const subject = subjects[envelope];
  const inner = bodyPart(body, page, text, charset, coding);
  const part =
    envelope === 'attachedForward' ? forwardedAsAttachment(bodyPart(body, html, plainOf(html, tabs), charset, coding)) : inner;
  const headers = [
    'Message-ID: <v@vendor.example>',
    'From: Vendor <orders@vendor.example>',
    'To: jobs@agency.example',
    `Subject: ${subject}`,
  ];
  return {
    bytes: Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\nMIME-Version: 1.0\r\n`), part]),
    what: [mail.vendor, envelope, body, shape, charset, coding, tabs && 'tabs'].filter(Boolean).join(', '),
    mustRefuse: envelope === 'reply' || envelope === 'outlookReply',
  };
}

const subjects: Readonly<Record<Envelope, string>> = {
  direct: 'New requisition',
  gmailForward: 'Fwd: New requisition',
  outlookForward: 'FW: New requisition',
  appleForward: 'Fwd: New requisition',
  attachedForward: 'Fwd: New requisition',
  reply: 'Re: New requisition',
  outlookReply: 'RE: New requisition',
  updateAboveOld: 'RE: New requisition',
};

const sender = 'From: Vendor &lt;orders@vendor.example&gt;<br>';
const outlookHead = `<hr><div><b>${sender}</b><b>Sent:</b> Monday, January 5, 2026 9:14 AM<br><b>To:</b> jobs@agency.example<br><b>Subject:</b> New requisition</div>`;

function inEnvelope(html: string, older: string, envelope: Envelope): string {
  if (envelope === 'gmailForward')
    return `<div>FYI</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>${sender}Date: Mon, Jan 5, 2026 at 9:14 AM<br>Subject: New requisition<br>To: &lt;jobs@agency.example&gt;<br></div><br>${html}</div>`;
  if (envelope === 'outlookForward') return `<p>Please add.</p>${outlookHead}${html}`;
  if (envelope === 'appleForward')
    return `<div>See below<br><blockquote type="cite"><div>Begin forwarded message:</div><br><div>${sender}</div><div>Subject: New requisition</div><div>Date: January 5, 2026</div><div>To: jobs@agency.example</div><br>${html}</blockquote></div>`;
  if (envelope === 'reply')
    return `<div>Thanks, we will submit someone. The start may move to Monday.</div><div class="gmail_quote"><div>On Mon, Jan 5, 2026 at 9:14 AM Vendor &lt;orders@vendor.example&gt; wrote:<br></div><blockquote class="gmail_quote">${html}</blockquote></div>`;
  if (envelope === 'outlookReply') return `<p>Is the rate right?</p>${outlookHead}${html}`;
  return envelope === 'updateAboveOld' ? `${html}${outlookHead}${older}` : html;
}

function shaped(mail: VendorMail, shape: string, random: Seeded): string {
  const { rows, page, vendor } = mail;
  if (shape === 'reordered') return page(shuffled(rows, random));
  if (shape === 'spread')
    return page(rows)
      .replaceAll(/>(?=[^<\s])/g, '>\n\t &nbsp; ')
      .replaceAll(/(?<=\w) (?=\w+ ?<)/g, '\n   ');
  if (shape === 'in a layout')
    return `<table width="600"><tr><td><table><tr><td>&nbsp;</td><td><table><tr><td>${page(rows)}</td></tr></table></td></tr></table></td></tr></table>`;
  if (shape === 'in nested tables' && vendor === 'hwl')
    return page(
      rows.map((one) =>
        one.replaceAll(/<span>([^<]*)<\/span>/g, '<table><tbody><tr><td><font>$1</font></td></tr></tbody></table>'),
      ),
    );
  if (shape === 'in pairs' && vendor === 'staffingEngine')
    return page([
      `<table>${rows.map((line) => line.replace(/^([^:]*:)(.*)$/s, '<tr><td>$1</td><td>$2</td></tr>')).join('')}</table>`,
    ]);
  return page(rows);
}

function shuffled<T>(items: readonly T[], random: Seeded): T[] {
  return items
    .map((item) => ({ item, at: random.unit() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** The text that a client makes of a page: it does not show what is struck through. */
function plainOf(html: string, tabs: boolean): string {
  return html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /<blockquote[^>]*>(.*)<\/blockquote>/gs,
      (_all, inner: string) => `<br>${inner.replaceAll('<br>', '<br>&gt; ').replaceAll('<div>', '<div>&gt; ')}`,
    )
    .replaceAll(tabs ? /<\/td>\s*<td[^>]*>/g : /<\/td>/g, tabs ? '\t' : '\n')
    .replaceAll(/<br ?\/?>|<\/(?:div|p|tr|table|hr)>|<hr>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&nbsp;|\u00A0/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

type Charset = 'utf-8' | 'iso-8859-1' | 'windows-1252';
type Coding = 'quoted-printable' | 'base64' | '8bit';

function bodyPart(body: 'html' | 'both' | 'plain', html: string, text: string, charset: Charset, coding: Coding): Buffer {
  const page = encoded('text/html', `<html><body>${html}</body></html>`, charset, coding);
  const plain = encoded('text/plain', text, charset, coding);
  if (body !== 'both') return body === 'html' ? page : plain;
  return Buffer.concat([
    Buffer.from('Content-Type: multipart/alternative; boundary="=_part"\r\n\r\n--=_part\r\n'),
    plain,
    Buffer.from('\r\n--=_part\r\n'),
    page,
    Buffer.from('\r\n--=_part--\r\n'),
  ]);
}

const forwardedAsAttachment = (part: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      'Content-Type: multipart/mixed; boundary="=_outer"\r\n\r\n--=_outer\r\nContent-Type: text/plain\r\n\r\nFYI\r\n--=_outer\r\nContent-Type: message/rfc822\r\n\r\nFrom: Vendor <orders@vendor.example>\r\nSubject: New requisition\r\nMIME-Version: 1.0\r\n',
    ),
    part,
    Buffer.from('\r\n--=_outer--\r\n'),
  ]);

/** Characters of Windows-1252 that Latin-1 does not have. */
const windowsOnly: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '’': 0x92,
  '‘': 0x91,
  '“': 0x93,
  '”': 0x94,
  '…': 0x85,
};

function encoded(type: 'text/html' | 'text/plain', text: string, wanted: Charset, coding: Coding): Buffer {
  const fits = (letter: string): boolean =>
    wanted === 'utf-8' || letter.charCodeAt(0) < 256 || (wanted === 'windows-1252' && letter in windowsOnly);
  // A page names other characters by number; a text that has them is sent as UTF-8.
  const shown =
    type === 'text/html' ? Array.from(text, (letter) => (fits(letter) ? letter : `&#${letter.codePointAt(0)};`)).join('') : text;
  const charset = Array.from(shown).every(fits) ? wanted : 'utf-8';
  const bytes =
    charset === 'utf-8'
      ? Buffer.from(shown)
      : Buffer.from(Array.from(shown, (letter) => windowsOnly[letter] ?? letter.charCodeAt(0)));
  const head = Buffer.from(`Content-Type: ${type}; charset=${charset}\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n`);
  return Buffer.concat([
    head,
    coding === '8bit' ? Buffer.from(bytes) : Buffer.from(coding === 'base64' ? base64Lines(bytes) : quoted(bytes), 'latin1'),
  ]);
}

const base64Lines = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/.{1,76}/g, '$&\r\n');

function quoted(bytes: Buffer): string {
  let [out, line] = ['', ''];
  for (const byte of bytes) {
    if (byte === 10) {
      out += `${line}\r\n`;
      line = '';
      continue;
    }
    const plain = byte >= 32 && byte <= 126 && byte !== 61;
    line += plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (line.length > 72) {
      out += `${line}=\r\n`;
      line = '';
    }
  }
  return out + line;
}
