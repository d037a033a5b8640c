import { Transform } from 'node:stream';
import { createTransport } from 'nodemailer';
import { PermanentFault } from '../queue/job-handler.ts';
import type { MailAttachment } from './mail-content.ts';

/** An email as a try passes it on. `messageId` is the part of its Message-ID before the @, the same at each try. */
type SentMail = {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  readonly replyTo?: string;
  /** Where mail programs stop such emails with one click (RFC 8058). */
  readonly unsubscribe?: string;
};

/**
 * Passes one email to a mail server. Throws what the server answered: a `PermanentFault` if a retry cannot succeed, a `MailInDoubt` if
 * the server may have taken the email.
 */
export type SendMail = (mail: SentMail) => Promise<void>;

/** The whole email was passed on, and the connection ended before the server answered: it may have been taken. */
export class MailInDoubt extends Error {}

/**
 * Sends through `smtpUrl` (`smtps://user:password@host:465`) with the sender `from`. The Message-ID ends with the host of `from`, so
 * that an email that goes again after an end without an answer has the same one: mail programs then show it once.
 */
export function smtpSender(smtpUrl: string, from: string): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** What to do once the last byte of the email with this Message-ID is passed on. */
  const passedOn = new Map<string, () => void>();
  transport.use('stream', (mail, done) => {
    const flush = passedOn.get(String(mail.data.messageId));
    if (flush) mail.message.transform(() => afterLastByte(flush));
    done();
  });
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return async ({ messageId: name, to, subject, text, html, attachments = [], replyTo, unsubscribe }) => {
    const files = attachments.map(({ name: filename, type, content }) => ({
      filename,
      contentType: type,
      content: Buffer.from(content),
      contentDisposition: 'attachment' as const,
    }));
    const headers = {
      ...written,
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    };
    const messageId = `<${name}@${host}>`;
    let isPassedOn = false;
    passedOn.set(messageId, () => {
      isPassedOn = true;
    });
    try {
      await transport.sendMail({ from, to, subject, text, html, attachments: files, messageId, replyTo, headers });
    } catch (error) {
      throw faultOf(error, isPassedOn);
    } finally {
      passedOn.delete(messageId);
    }
  };
}

/** A program wrote every email of Jobdock, so that no program answers it, such as an absence note (RFC 3834). */
const written = { 'Auto-Submitted': 'auto-generated' };

/** Passes bytes through unchanged, and calls `done` after the last one. */
const afterLastByte = (done: () => void): Transform =>
  new Transform({
    transform: (chunk, _encoding, next) => next(null, chunk),
    flush(next) {
      done();
      next();
    },
  });

/**
 * What the server answered. A reply code of 500 or more means that it will never accept this email, for example because of an unknown
 * address; after one below (greylisting, a full mailbox) the email is tried again.
 */
function faultOf(error: unknown, isPassedOn: boolean): unknown {
  if (!(error instanceof Error)) return error;
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message;
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  if (code === null && isPassedOn)
    return new MailInDoubt(`The mail server did not confirm the email: ${answer}`, { cause: error });
  return code !== null && code >= 500 ? new PermanentFault(answer, { cause: error }) : new Error(answer, { cause: error });
}
