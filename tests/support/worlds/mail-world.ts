import { createTransport } from 'nodemailer';
import { startMailServer } from '#server/collecting/mail-in/mail-server.ts';
import { mailKeyOf } from '#server/collecting/mails/mail-addresses.ts';
import { shipParsers } from '#server/collecting/parsers/ship-parsers.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { newTask } from '../factories/task-factory.ts';

/** The domain of the addresses of tasks in tests. */
export const mailDomain = 'mail.agency.example';

type TestMail = {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
  readonly date?: Date;
  readonly attachments?: { readonly filename: string; readonly content: string | Buffer }[];
};

/** A mail server of a test, with one task that gets emails and all shipped parsers. */
export type MailWorld = {
  readonly address: string;
  readonly port: number;
  /** Sends an email over SMTP. Rejects if the server refuses it. */
  send(mail: TestMail, to?: string): Promise<void>;
  sendRaw(raw: string | Buffer, to?: string, from?: string): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a mail server and adds a task for emails to the customer, with the source 5. */
export async function startMailWorld(services: Services, customerId: number, taskId: number): Promise<MailWorld> {
  const { db, now } = services;
  await shipParsers(db);
  const parsers = await db.selectFrom('parser').select('id').execute();
  await db
    .insertInto('customer_parser')
    .values(parsers.map(({ id }) => ({ customer_id: customerId, parser_id: id })))
    .onConflict((c) => c.doNothing())
    .execute();
  const source = { id: 5, name: 'Lakeside', alias: null, autoPost: false, aliases: [], members: [] };
  const row = {
    ...newTask,
    id: taskId,
    sourceId: 5,
    name: 'Lakeside emails',
    site: 'Lakeside',
    crawlerId: 3,
    crawler: 'Email',
    has: [],
  };
  await db.transaction().execute((tx) =>
    writeRows(tx, customerId, [
      { collection: 'source', row: source },
      { collection: 'task', row: { ...row, everyMinutes: null }, extra: { settings: {} } },
    ]),
  );
  const { key } = await db.transaction().execute((tx) => mailKeyOf(tx, { customerId, taskId }, false, now()));
  const server = await startMailServer(services, { host: '127.0.0.1', port: 0, domain: mailDomain });
  const address = `${key}@${mailDomain}`;
  const transport = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true });
  const from = 'orders@vendor.example';
  return {
    address,
    port: server.port,
    async send(mail, to = address) {
      await transport.sendMail({ from, subject: 'Order', to, ...mail });
    },
    async sendRaw(raw, to = address, sender = from) {
      await transport.sendMail({ envelope: { from: sender, to }, raw });
    },
    stop: () => server.stop(),
  };
}
