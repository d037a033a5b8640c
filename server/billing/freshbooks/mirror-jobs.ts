import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { type AccessRow, readAccess } from '#server/system/freshbooks/freshbooks-access.ts';
import { type FreshBooksPort, type FreshBooksSignIn, freshBooksPort } from '#server/system/freshbooks/freshbooks-port.ts';
import { usableSignIn } from '#server/system/freshbooks/freshbooks-tokens.ts';
import { keepClient, keepClients } from './kept-clients.ts';
import type { MirrorWork } from './make-once.ts';
import { mirrorClient } from './mirror-client.ts';
import { mirrorEntry } from './mirror-entry.ts';
import { mirrorInvoice } from './mirror-invoice.ts';
import { type Claim, claimNext, doubtSeconds, pauseFreshBooks, settleLink, type WorkEnd } from './mirror-rows.ts';
import { paymentKey, pullPayments } from './pull-payments.ts';
import { seekWork } from './seek-work.ts';

export type MirrorPorts = Pick<Services, 'db' | 'secrets' | 'now' | 'config'>;

/** Triggers the work on the mirror. The rows of `accounting_link` say what is to do. */
const freshBooksQueue = defineQueue<{ customerId: number }>('freshbooks', { expireSeconds: 600 });

/** Things that one job works on; the next job takes the others. */
const mostOfJob = 100;
/** The kept list of clients is read again after so long. */
const clientsMs = 6 * 3_600_000;

/** What a trial replaces. */
export type MirrorParts = {
  readonly portOf: (signIn: FreshBooksSignIn) => FreshBooksPort;
  readonly doubtSeconds: number;
  readonly keyOf: (paymentId: number) => string;
};
const ownParts: MirrorParts = { portOf: freshBooksPort, doubtSeconds, keyOf: paymentKey };

/** Mirrors the ledger at FreshBooks about once a minute. Without FreshBooks it does nothing. */
export const freshBooksJobs = (ports: MirrorPorts): JobHandler[] => [
  handleJobs(freshBooksQueue, {
    atOnce: 1,
    carryOut: (_ids, stopping) => workOnMirror(ports, stopping),
    async sendDue(db) {
      const now = ports.now();
      const before = new Date(now.getTime() - 60_000);
      const { rows } = await sql<{ id: number }>`
        select customer_id as id from freshbooks_access
        where account is not null and client_id is not null and (state = 'ready' or state = 'ended' and expires_at > ${now})
          and (next_at is null or next_at <= ${now}) and (polled_at is null or polled_at <= ${before})`.execute(db);
      for (const { id } of rows) await sendJob(db, freshBooksQueue, { customerId: id });
    },
  }),
];

/** Whether FreshBooks may be called now. */
const isReady = (row: AccessRow, now: Date): boolean =>
  row.account !== null &&
  row.client_id !== null &&
  row.state !== 'none' &&
  (row.next_at === null || Date.parse(row.next_at) <= now.getTime());

/** Brings what is due to FreshBooks, takes the payments that were made there, and returns how much it worked on. */
export async function workOnMirror(ports: MirrorPorts, stopping: AbortSignal, parts: Partial<MirrorParts> = {}): Promise<number> {
  const used = { ...ownParts, ...parts };
  const { db, now } = ports;
  const row = await readAccess(db);
  if (!row || !isReady(row, now())) return 0;
  const work = await workOf(ports, used);
  if (!('port' in work)) return 0;
  await seekWork(db, row.account ?? '', now());
  let worked = 0;
  while (worked < mostOfJob && !stopping.aborted) {
    const claim = await claimNext(db, row.account ?? '', now());
    if (!claim) break;
    worked += 1;
    const end = await workOn(work, claim);
    await settle(work, used, claim, end);
    if (end.kind === 'stopped') return worked;
  }
  const problem = (await pullPayments({ ...work, keyOf: used.keyOf })) ?? (await refreshClients(work));
  if (problem) await pauseFreshBooks(db, problem, now());
  return worked;
}

async function workOf(
  ports: MirrorPorts,
  { portOf }: Pick<MirrorParts, 'portOf'>,
): Promise<MirrorWork | { readonly problem: string }> {
  const { db, now, config } = ports;
  const signIn = await usableSignIn(ports);
  if (!signIn.ok) {
    await pauseFreshBooks(db, signIn.error, now());
    return { problem: signIn.error.words };
  }
  const mayOpen = (page: string) => {
    const { protocol, host } = new URL(page);
    return protocol === 'https:' || (protocol === 'http:' && config.allowHosts.includes(host));
  };
  return { db, now, row: signIn.value.row, port: portOf(signIn.value), mayOpen };
}

const workOn = (work: MirrorWork, claim: Claim): Promise<WorkEnd> => {
  switch (claim.kind) {
    case 'client':
      return mirrorClient(work, claim);
    case 'invoice':
      return mirrorInvoice(work, claim);
    case 'entry':
      return mirrorEntry(work, claim);
  }
};

const settle = (work: MirrorWork, { doubtSeconds: doubt }: Pick<MirrorParts, 'doubtSeconds'>, claim: Claim, end: WorkEnd) =>
  settleLink({ ...work, doubtSeconds: doubt }, claim, end, async (tx) => {
    if (claim.kind !== 'client' || end.kind !== 'there' || end.extId === null) return;
    await linkCustomer(tx, claim.customerId, end.extId);
    await keepClient(tx, work.row, claim.customerId, end.extId);
  });

/** The customer gets the accounting ID, unless someone gave it another one meanwhile. */
const linkCustomer = (tx: Tx, customerId: number, extId: number): Promise<unknown> =>
  tx
    .updateTable('customer')
    .set({ ext_id: String(extId) })
    .where('id', '=', customerId)
    .where((e) => e.or([e('ext_id', 'is', null), e('ext_id', '=', '')]))
    .execute();

async function refreshClients({ db, row, port, now }: MirrorWork) {
  const isOld = row.clients_at === null || Date.parse(row.clients_at) <= now().getTime() - clientsMs;
  return isOld ? keepClients({ db, row, port, now }) : null;
}

/** Brings one customer to FreshBooks as a client now. Returns how that ended; undefined if another process is at it or it must wait. */
export async function workOnClient(
  ports: MirrorPorts,
  customerId: number,
): Promise<WorkEnd | { readonly problem: string } | undefined> {
  const work = await workOf(ports, ownParts);
  if (!('port' in work)) return work;
  const claim = await claimNext(ports.db, work.row.account ?? '', ports.now(), customerId);
  if (!claim) return undefined;
  const end = await workOn(work, claim);
  await settle(work, ownParts, claim, end);
  return end;
}

/** Reads the clients at FreshBooks again. Returns the problem in words; null if it worked. */
export async function readClientsAgain(ports: MirrorPorts): Promise<string | null> {
  const work = await workOf(ports, ownParts);
  if (!('port' in work)) return work.problem;
  return (await keepClients(work))?.words ?? null;
}
