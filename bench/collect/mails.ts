import { createTransport } from 'nodemailer';
import pg from 'pg';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { senderCheck } from '#server/collecting/mails/sender-check.ts';
import { collectJobs } from '#server/collecting/runs/due-tasks.ts';
import { requisitionId, requisitionMail } from '#server/demo/mail-vendor/requisition-mail.ts';
import { offersAt, type VendorOffer } from '#server/demo/vendors/vendor-offers.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { createWorker } from '#server/kit/queue/worker.ts';
import { collectMailApart } from '#server/parsing/read-apart.ts';
import { rootKey } from '#tests/support/test-people.ts';
import { feedPorts } from '#tests/support/worlds/collect-now.ts';
import { startMailWorld } from '#tests/support/worlds/mail-world.ts';
import { type ProcessorTime, processorTime } from '../kit/processor-time.ts';
import { patienceMs } from './tasks.ts';
import type { CollectWorld } from './world.ts';

type Times = {
  /** Until every email was confirmed, and until the jobs of all of them were staged. */
  readonly confirmed: number;
  readonly staged: number;
  /** Until a server that only stores has confirmed the same emails. */
  readonly stored: number;
  /** Of the processor, until the jobs were staged: this process, and the parsing processes. */
  readonly processor: ProcessorTime;
  readonly wrong: readonly string[];
};

const taskId = 800;
/** Connections of the vendor. */
const connections = 4;

/** Emails of one vendor, each with an order of its own number. */
function ordersOf(count: number): VendorOffer[] {
  const offers = offersAt('lakeside', new Date());
  return Array.from({ length: count }, (_, n) => ({ ...(offers[n % offers.length] as VendorOffer), id: `LA-${100_000 + n}` }));
}

/**
 * Sends `count` emails over SMTP to the product's mail server, whose runs read them in the parsing process and stage their jobs; then
 * the same emails to a bare smtp-server that stores each in a plain table. Times in milliseconds.
 */
export async function measureMails({ db, url, place }: CollectWorld, count: number): Promise<Times> {
  const { customerId } = place;
  const [now, log] = [() => new Date(), pino({ level: 'error' })];
  const services = { db, secrets: createSecrets(rootKey), now, log };
  const world = await startMailWorld(services as Parameters<typeof startMailWorld>[0], customerId, taskId);
  const ports = feedPorts(db, () => '', { ...services, readMail: collectMailApart, checkSender: senderCheck(noRecords) });
  const worker = createWorker(db, log, collectJobs(services as Parameters<typeof collectJobs>[0], ports));
  const offers = ordersOf(count);
  const peer = await startPeer(url);
  try {
    const ours = await untilRead(db, worker, () => sendAll(offers, world));
    const found = db.selectFrom('job').select('row').where('customer_id', '=', customerId).where('task_id', '=', taskId);
    const staged = (await found.execute()).map(({ row }) => row as { providerJobId: string; billRate: number });
    const peerSince = performance.now();
    await sendAll(offers, { port: peer.port, address: world.address });
    const stored = performance.now() - peerSince;
    const left = await db
      .selectFrom('received_mail')
      .select(['subject', 'words'])
      .where('state', '<>', 'read')
      .limit(3)
      .execute();
    const wrong = [
      ...differing(offers, staged),
      ...left.map(({ subject, words }) => `${subject}: ${words}`),
      ...((await peer.count()) === count ? [] : ['the peer lost an email']),
    ];
    return { ...ours, stored, wrong };
  } finally {
    await peer.stop();
    await world.stop();
  }
}

/** Sends emails while a worker reads them. Returns how long the sending and everything took. */
async function untilRead(
  db: CollectWorld['db'],
  worker: ReturnType<typeof createWorker>,
  send: () => Promise<void>,
): Promise<Pick<Times, 'confirmed' | 'staged' | 'processor'>> {
  const [since, before] = [performance.now(), processorTime()];
  let [confirmed, staged] = [0, 0];
  try {
    await worker.start();
    await send();
    confirmed = performance.now() - since;
    while ((await waiting(db)) > 0 && performance.now() - since < patienceMs)
      await new Promise((later) => setTimeout(later, 100));
    staged = performance.now() - since;
  } finally {
    await worker.stop();
  }
  // A child process counts once it has ended.
  const after = processorTime();
  return { confirmed, staged, processor: { own: after.own - before.own, children: after.children - before.children } };
}

const noRecords = async (name: string): Promise<never> => {
  throw Object.assign(new Error(`no records of ${name}`), { code: 'ENOTFOUND' });
};

async function waiting(db: CollectWorld['db']): Promise<number> {
  const counted = db.selectFrom('received_mail').select(({ fn }) => fn.countAll<number>().as('n'));
  return (await counted.where('state', '=', 'waiting').executeTakeFirstOrThrow()).n;
}

async function sendAll(offers: readonly VendorOffer[], to: { readonly port: number; readonly address: string }): Promise<void> {
  const pool = { pool: true, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY } as const;
  const vendor = createTransport({ host: '127.0.0.1', port: to.port, ignoreTLS: true, ...pool });
  const from = 'orders@vendor.example';
  const mailOf = (offer: VendorOffer) => ({
    from,
    to: to.address,
    ...requisitionMail(offer),
    messageId: `<${offer.id}@${from}>`,
  });
  await Promise.all(offers.map((offer) => vendor.sendMail(mailOf(offer))));
  vendor.close();
}

/** What is wrong with the staged jobs: each order is one job with its bill rate. */
function differing(offers: readonly VendorOffer[], jobs: readonly { providerJobId: string; billRate: number }[]): string[] {
  const rates = new Map(jobs.map(({ providerJobId, billRate }) => [providerJobId, billRate]));
  const missing = offers.filter((offer) => rates.get(requisitionId(offer)) !== offer.billRate);
  return missing.length === 0 && jobs.length === offers.length
    ? []
    : [`${jobs.length} jobs of ${offers.length} emails were staged, ${missing.length} orders have no job or another rate`];
}

/** A mail server that confirms an email once a plain table has it: no parser, no keys, no jobs. */
async function startPeer(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  await pool.query('create table peer_mail (id bigint generated always as identity, body bytea not null)');
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        const insert = pool.query('insert into peer_mail (body) values ($1)', [Buffer.concat(parts)]);
        insert.then(
          () => answer(),
          (fault: unknown) => answer(fault as Error),
        );
      });
    },
  });
  const port = await new Promise<number>((done) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      done(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    port,
    async count(): Promise<number> {
      const { rows } = await pool.query<{ n: number }>('select count(*)::integer as n from peer_mail');
      return rows[0]?.n ?? 0;
    },
    async stop(): Promise<void> {
      await new Promise<void>((done) => server.close(() => done()));
      await pool.end();
    },
  };
}
