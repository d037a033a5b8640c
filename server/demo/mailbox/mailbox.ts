import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { closeNow, escapeHtml, listenOnLoopback, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';
import { type ReceivedFile, type ReceivedMail, readMail } from './read-mail.ts';

/** Emails that are kept, the newest; in memory only. */
const mostKept = 500;
/** Files of 5 MB as they travel. */
const mostBytes = 8_000_000;

type Kept = ReceivedMail & { readonly id: number; readonly at: string };

/** The demo's mail server: `smtpUrl` is where mail is sent, `pageUrl` shows what arrived. */
export type Mailbox = { readonly smtpUrl: string; readonly pageUrl: string; stop(): Promise<void> };

/**
 * Starts a mail server on loopback that keeps what it receives and passes nothing on. Its page lists the emails with their links,
 * `/messages.json` is the same for programs. Without encryption and sign-in, as nothing leaves this computer.
 */
export async function startMailbox(now: () => Date, most = mostKept): Promise<Mailbox> {
  const mails: Kept[] = [];
  let last = 0;
  const smtp = new SMTPServer({
    ...quiet,
    onData(stream, { envelope }, answer) {
      buffer(stream).then(
        async (bytes) => {
          if (stream.sizeExceeded) return answer(Object.assign(new Error('the email is too large'), { responseCode: 552 }));
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const mail = await readMail({ from, to: envelope.rcptTo.map(({ address }) => address) }, bytes);
          mails.unshift({ ...mail, id: (last += 1), at: now().toISOString() });
          mails.splice(most);
          return answer();
        },
        (error: unknown) => answer(error instanceof Error ? error : new Error('the email was not read')),
      );
    },
  });
  // A sender that goes away in the middle ends its own connection only.
  smtp.on('error', () => undefined);
  const port = await new Promise<number>((done, failed) => {
    const server = smtp.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : 0);
    });
    server.once('error', failed);
  });
  const page = createPage(() => mails);
  const pageUrl = await listenOnLoopback(page);
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    pageUrl,
    async stop() {
      await Promise.all([closeNow(page), new Promise<void>((done) => smtp.close(() => done()))]);
    },
  };
}

/** The package has a key for TLS of its own, which is public. */
const quiet: SMTPServerOptions = {
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  disableReverseLookup: true,
  size: mostBytes,
  closeTimeout: 100,
  name: 'localhost',
};

function createPage(read: () => readonly Kept[]): Server {
  return createServer((request, response) => {
    // A name of another site that leads to this computer would let that site read the mails.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
      return void response.writeHead(403, { 'content-type': 'text/plain' }).end('Open this page by its address on 127.0.0.1');
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'GET' && path === '/messages.json')
      return void response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(read().map(listed)));
    const file = /^\/mails\/(\d+)\/files\/(\d+)$/.exec(path);
    const found = file && read().find(({ id }) => id === Number(file[1]))?.attachments[Number(file[2])];
    if (request.method === 'GET' && found) return void response.writeHead(200, fileHeaders(found)).end(found.content);
    if (request.method === 'GET' && path === '/') return void response.writeHead(200, pageHeaders()).end(pageOf(read()));
    response.writeHead(404, { 'content-type': 'text/plain' }).end('This mailbox has only / and /messages.json');
  });
}

/** A mail for programs: its files by name and size. */
const listed = ({ attachments, ...mail }: Kept) => ({
  ...mail,
  attachments: attachments.map(({ name, type, content }) => ({ name, type, bytes: content.byteLength })),
});

/** Saves a file, whatever it is: nothing of a mail is shown as a page. */
const fileHeaders = ({ name }: ReceivedFile) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

const pageOf = (emails: readonly Kept[]): string =>
  `${pageStart('Emails of the demo')}<p class="muted">Every email that Jobdock sent since its start, the newest first. Nothing leaves this computer. Reload to see new ones.</p>${
    emails.length === 0 ? '<p>No email was sent yet.</p>' : emails.map(mailOf).join('')
  }${pageEnd}`;

const mailOf = ({ id, to, subject, text, at, attachments }: Kept): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p class="muted">To ${escapeHtml(to.join(', '))}, ${escapeHtml(at)}</p><pre>${withLinks(escapeHtml(text))}</pre>${
    attachments.length === 0 ? '' : `<p>${attachments.map((file, i) => fileLink(id, i, file)).join(' ')}</p>`
  }</article>`;

const fileLink = (id: number, place: number, { name, content }: ReceivedFile): string =>
  `<a href="/mails/${id}/files/${place}">${escapeHtml(name)}</a> (${content.byteLength.toLocaleString('en-US')} bytes)`;

const withLinks = (escaped: string): string =>
  escaped.replaceAll(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}" rel="noreferrer">${link}</a>`);
