import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Where a process that sends is killed: before it passes an email on, before the answer, or after the answer. */
export type KillStage = 'before' | 'unanswered' | 'answered';

/** What a mail server does to one try of an email. */
export type Fault = 'torn' | 'cut' | 'busy';

/** One email that the mail server took, whether or not its sender got the answer. */
export type Taken = { readonly messageId: string; readonly number: number; readonly isWhole: boolean };

type Options = {
  /** What becomes of this try of the email with this number; null if it is taken. */
  fault: (number: number) => Fault | null;
  isRefused: (number: number) => boolean;
  /** Whether the process that sends is killed now. It is killed before this returns. */
  kill: (process: string, stage: KillStage) => boolean;
  /** What the email with this number must contain. */
  isWhole: (number: number, mail: Awaited<ReturnType<typeof PostalMime.parse>>) => boolean;
};

export type MailDouble = {
  /** The URL for a process of this name. */
  urlFor(process: string): string;
  readonly taken: readonly Taken[];
  /** Since when no process is connected; null while one is. */
  idleSince(): number | null;
  stop(): Promise<void>;
};

const numberOf = (address: string): number => Number(/\d+/.exec(address)?.[0]);
const answerOf = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** A mail server on loopback that counts what it takes, answers with faults, and says when a process is killed. */
export async function startMailDouble({ fault, isRefused, kill, isWhole }: Options): Promise<MailDouble> {
  const taken: Taken[] = [];
  const open = new Set<Socket>();
  let idleSince = performance.now();
  const end = (session: SMTPServerSession) => {
    for (const socket of open) if (socket.remotePort === session.remotePort) socket.destroy();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo({ address }, session, answer) {
      const number = numberOf(address);
      if (isRefused(number)) return answer(answerOf(550, 'no such user'));
      // A kill counts only where it keeps an email from arriving.
      if (kill(session.hostNameAppearsAs, 'before')) return end(session);
      return answer();
    },
    onData(stream, session, answer) {
      const number = numberOf(session.envelope.rcptTo[0]?.address ?? '');
      const planned = fault(number);
      if (planned === 'cut') return end(session);
      void buffer(stream).then(async (bytes) => {
        if (planned === 'busy') return answer(answerOf(451, 'try again later'));
        const mail = await PostalMime.parse(bytes);
        taken.push({ messageId: mail.messageId ?? '', number, isWhole: isWhole(number, mail) });
        if (planned === 'torn' || kill(session.hostNameAppearsAs, 'unanswered')) return end(session);
        answer();
        // The answer is on its way; the sender has not stored it yet.
        setImmediate(() => kill(session.hostNameAppearsAs, 'answered'));
      }, answer);
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      idleSince = performance.now();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return {
    urlFor: (process) => `smtp://127.0.0.1:${port}?name=${process}`,
    taken,
    idleSince: () => (open.size > 0 ? null : idleSince),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
