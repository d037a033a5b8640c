import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { feedLimits } from '#server/parsing/files/feed-limits.ts';
import { taskOfKey } from '../mails/mail-addresses.ts';
import type { Envelope } from '../mails/received-mails.ts';
import { type ReceivePorts, receiveMail } from './receive-mail.ts';

export type MailServerOptions = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The part of the tasks' addresses after the @. */
  readonly domain: string;
  /** A certificate of one's own with its key, as PEM. Without it, emails come without encryption. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Who else gets emails at the domain, besides tasks. */
  readonly others?: FindRecipient;
};

/** Stores an email. `full` if too many emails wait, undefined if the recipient does not exist any more. */
type Take = (mail: { readonly bytes: Buffer; readonly envelope: Envelope }) => Promise<object | 'full' | undefined>;

/** Who gets emails to an address, by its part before the @; null for no one. */
export type FindRecipient = (local: string) => Promise<Take | null>;

/** The mail server of an installation. */
export type MailServer = { readonly port: number; stop(): Promise<void> };

/** Connections at once, recipients of one email, and unknown ones of one connection. */
const most = { clients: 100, recipients: 20, unknownRecipients: 10 } as const;
const idleMs = 60_000;

/** The recipients that a session has named, and how many it guessed. */
type Recipients = { readonly takers: Map<string, Take>; unknown: number };
type Ports = ReceivePorts & { readonly log: Logger };

/**
 * Takes emails for the addresses of tasks and of other recipients at the domain. An email is confirmed (250) only once it is stored; before that its sender keeps it and tries
 * again. Everyone else's address is refused (550). No email is passed on, and none is answered.
 */
export async function startMailServer(
  ports: Ports,
  { host, port, domain, certificate, others }: MailServerOptions,
): Promise<MailServer> {
  const ofTask = takenByTask(ports, domain);
  const talk = conversation(domain, async (local) => (await ofTask(local)) ?? (await others?.(local)) ?? null);
  const server = new SMTPServer({
    ...quiet,
    ...(certificate && { cert: certificate.cert, key: certificate.key }),
    // The package has a key for TLS of its own, which is public.
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    name: domain,
    banner: 'Jobdock',
    onRcptTo: ({ address }, session, answer) => settle(ports, talk.addRecipient(address, session), answer),
    onData: (stream, session, answer) => settle(ports, talk.take(stream, session), answer),
  });
  // A sender that goes away in the middle ends its own connection only.
  server.on('error', (error) => ports.log.debug({ err: error }, 'a connection of the mail server broke'));
  const bound = await new Promise<number>((done, failed) => {
    const listening = server.listen(port, host, () => {
      const address = listening.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
    listening.once('error', failed);
  });
  return { port: bound, stop: () => new Promise<void>((done) => server.close(() => done())) };
}

/** What is done with the recipients and the email of a session. Throws a refusal with its reply code. */
function conversation(domain: string, find: FindRecipient) {
  const sessions = new WeakMap<SMTPServerSession, Recipients>();
  const recipientsOf = (session: SMTPServerSession): Recipients => {
    const known = sessions.get(session) ?? { takers: new Map<string, Take>(), unknown: 0 };
    sessions.set(session, known);
    return known;
  };
  return {
    async addRecipient(address: string, session: SMTPServerSession): Promise<void> {
      const known = recipientsOf(session);
      if (known.unknown >= most.unknownRecipients) throw refusal(421, 'Too many unknown recipients');
      if (session.envelope.rcptTo.length >= most.recipients) throw refusal(452, 'Too many recipients');
      const at = address.lastIndexOf('@');
      const isOurs = address.slice(at + 1).toLowerCase() === domain.toLowerCase();
      const take = isOurs ? await find(address.slice(0, at)) : null;
      if (!take) {
        known.unknown += 1;
        throw refusal(550, 'No such recipient here');
      }
      known.takers.set(address.toLowerCase(), take);
    },
    async take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
      const bytes = await collected(stream);
      const envelope = envelopeOf(session);
      const { takers } = recipientsOf(session);
      for (const address of new Set(session.envelope.rcptTo.map(({ address }) => address.toLowerCase()))) {
        const stored = await takers.get(address)?.({ bytes, envelope });
        if (stored === 'full') throw refusal(452, 'Too many emails wait');
        if (!stored) throw refusal(550, 'No such recipient here');
      }
    },
  };
}

/** Emails for tasks, which become jobs. */
const takenByTask =
  (ports: Ports, domain: string): FindRecipient =>
  async (local) => {
    const task = await taskOfKey(ports.db, local);
    return task && ((mail) => receiveMail(ports, { ...task, ...mail, way: 'smtp', ownDomain: domain }));
  };

const envelopeOf = ({ remoteAddress, hostNameAppearsAs, envelope: { mailFrom } }: SMTPServerSession): Envelope => ({
  ip: isIP(remoteAddress) ? remoteAddress : '',
  greeting: (hostNameAppearsAs || '').slice(0, 255),
  sender: mailFrom === false ? '' : mailFrom.address.slice(0, 320),
});

/** Answers with what happened. A fault of ours is temporary for the sender, who keeps the email. */
function settle({ log }: Ports, work: Promise<void>, answer: (error?: Error | null) => void): void {
  work.then(
    () => answer(),
    (error: unknown) => {
      if (error instanceof Error && 'responseCode' in error) return answer(error);
      log.error({ err: error }, 'an email could not be taken in');
      return answer(refusal(451, 'Try again later'));
    },
  );
}

const quiet: SMTPServerOptions = {
  authOptional: true,
  disableReverseLookup: true,
  size: feedLimits.fileBytes,
  maxClients: most.clients,
  socketTimeout: idleMs,
  closeTimeout: 1000,
};

const refusal = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode });

/** The bytes of an email. One that is too large is read to its end, as its sender waits for that, but not kept. */
async function collected(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw refusal(552, `The email is larger than ${feedLimits.fileBytes / 1024 / 1024} MB`);
  return Buffer.concat(chunks);
}
