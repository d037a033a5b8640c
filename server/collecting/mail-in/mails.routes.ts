import {
  acceptReceivedMail,
  giveMailAddress,
  listReceivedMails,
  type MailRow,
  parseReceivedMail,
  readReceivedMail,
  refuseReceivedMail,
  reprocessReceivedMail,
} from '#contract/collecting/mails.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { type CustomerNamed, customerOf, type Loader, row } from '#server/kit/http/loaders.ts';
import { readSampleApart } from '#server/parsing/read-apart.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { mailKeyOf } from '../mails/mail-addresses.ts';
import { changeMail, isHeadersOnly, openMail } from '../mails/received-mails.ts';
import { collectPorts } from '../runs/collect-ports.ts';
import { lookMs } from '../runs/file-now.ts';
import { jobsOfMail, mailPage, mailRow, pilesOfCustomers } from './mail-rows.ts';
import { previewMail } from './preview-mail.ts';
import { readWaiting } from './receive-mail.ts';

type ById = { readonly id: number };

/** An email of the customer that the call names. */
const mail: Loader<ById & CustomerNamed, MailRow> = {
  locks: false,
  absent: ({ id }) => absent('mail', id),
  find: (db, args) => mailRow(db, namedCustomers(customerOf(args)), args.id),
};

/** An email of the caller's own customer, of anyone's for an administrator. */
const mailOfActor: Loader<ById, MailRow> = {
  locks: false,
  absent: ({ id }) => absent('mail', id),
  find: async (db, { id }, actor) => (actor ? mailRow(db, actor.administrator ? 'all' : [actor.customerId], id) : undefined),
};

const noMail = 'This email does not wait for a person.';
const isOff = 'Enable the task first: it reads no email while it is disabled.';

export const receivedMailRoutes: Handler[] = [
  handle(listReceivedMails, { allCustomers: true }, async ({ cust, ...filters }, { services: { db } }) => {
    const customers = namedCustomers(cust);
    const [page, piles] = await Promise.all([mailPage(db, customers, filters), pilesOfCustomers(db, customers)]);
    return ok({ ...page, piles });
  }),
  handle(readReceivedMail, { load: { mail } }, async ({ cust, id }, { services }, { mail: shown }) => {
    const kept = await openMail(services.db, services.secrets, { customerId: cust, id });
    if (!kept) return no(absent('mail', id));
    if (kept.headersOnly) return ok({ ...shown, html: '', plain: null, quoted: '', jobs: [], problem: kept.words });
    const context = { today: services.now().toISOString().slice(0, 10), dateOrder: 'MDY' as const };
    const question = { name: shown.subject, parser: null, earlier: null, rule: null, context };
    const [read, jobs] = await Promise.all([
      readSampleApart(kept.bytes, question, { customerId: cust }),
      jobsOfMail(services.db, shown),
    ]);
    if (!read.ok) return ok({ ...shown, html: '', plain: null, quoted: '', jobs, problem: read.error.words });
    const { html, plain, document } = read.value;
    return ok({ ...shown, html, plain, quoted: document.quoted, jobs, problem: null });
  }),
  handle(parseReceivedMail, { audit: onlyReads, load: { mail: mailOfActor } }, async ({ id }, { services }, { mail: shown }) => {
    const kept = await openMail(services.db, services.secrets, { customerId: shown.customerId, id });
    const preview = kept && (await previewMail(collectPorts(services), kept, AbortSignal.timeout(lookMs)));
    if (!preview) return no({ kind: 'invalid' as const, fields: { id: 'The task of this email no longer exists.' } });
    return ok(preview);
  }),
  handle(
    reprocessReceivedMail,
    { audit: 'mail.reprocess', load: { mail: mailOfActor } },
    async ({ id, accept }, { tx, services, actor }, { mail: shown }) => {
      // A person who reads a held email again has looked at its sender.
      const change = { fewer_accepted: accept, sender_accepted: true };
      return readAgain(tx, shown, { actor, change, now: services.now(), facts: { subject: shown.subject, accept }, id });
    },
  ),
  handle(
    acceptReceivedMail,
    { audit: 'mail.accept', load: { mail } },
    async ({ id }, { tx, services, actor }, { mail: shown }) => {
      if (shown.state !== 'held') return no({ kind: 'invalid' as const, fields: { id: noMail } });
      const facts = { subject: shown.subject, sender: shown.from };
      return readAgain(tx, shown, { actor, change: { sender_accepted: true }, now: services.now(), facts, id });
    },
  ),
  handle(
    refuseReceivedMail,
    { audit: 'mail.refuse', load: { mail } },
    async ({ id }, { tx, services, actor }, { mail: shown }) => {
      if (shown.state !== 'held' && shown.state !== 'unread') return no({ kind: 'invalid' as const, fields: { id: noMail } });
      const words = `${actor.name} put this email aside.`;
      await changeMail(tx, shown, { state: 'ignored', error: null, words });
      // A run without an email to read looks again whether emails wait for a person.
      await readWaiting(tx, shown, services.now(), actor);
      return done({ message: messages.saved }, { object: ['mail', id], facts: { subject: shown.subject, sender: shown.from } });
    },
  ),
  handle(
    giveMailAddress,
    { audit: 'task.mail_address', load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust, id, renew }, { tx, services }, { task: { row: task } }) => {
      const crawler = await crawlerSetup(tx, task.crawlerId);
      if (crawler?.kind !== 'mail')
        return no({
          kind: 'invalid' as const,
          fields: { id: `${task.crawler} takes no emails. Only tasks for emails have an address.` },
        });
      const { key, isNew } = await mailKeyOf(tx, { customerId: cust, taskId: id }, renew, services.now());
      const { mailIn, publicUrl } = services.config;
      const address = `${key}@${mailIn?.domain ?? new URL(publicUrl).hostname}`;
      return done({ address, isOpen: mailIn !== null }, { object: ['task', id], facts: { name: task.name, isNew } });
    },
  ),
];

type Again = {
  readonly id: number;
  readonly actor: Actor;
  readonly now: Date;
  readonly change: Parameters<typeof changeMail>[2];
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Lets an email wait again and queues a run that reads it. */
async function readAgain(tx: Tx, shown: MailRow, { id, actor, now, change, facts }: Again) {
  if (await isHeadersOnly(tx, shown)) return no({ kind: 'invalid' as const, fields: { id: shown.words } });
  await changeMail(tx, shown, { ...change, state: 'waiting', error: null, words: '', tries: 0, due_at: now });
  const runId = await readWaiting(tx, shown, now, actor);
  if (runId === null && !(await isRunning(tx, shown))) return no({ kind: 'invalid' as const, fields: { id: isOff } });
  return done({ message: messages.recordQueued, runId }, { object: ['mail', id] as const, facts });
}

/** Whether the task of an email runs already: that run reads the email too. */
async function isRunning(tx: Tx, { customerId, taskId }: Pick<MailRow, 'customerId' | 'taskId'>): Promise<boolean> {
  const run = await tx
    .selectFrom('run')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'collect')
    .where('key', '=', String(taskId))
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return run !== undefined;
}
