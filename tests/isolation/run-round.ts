import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '#bench/rules/jobs.ts';
import { checkAuditChains } from '#server/kit/db/audit-chain.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { runRules } from './background.ts';
import { checkRun } from './check.ts';
import { Device, type Recorder } from './device.ts';
import { changeKey, type Evidence } from './evidence.ts';
import { type Anomaly, anomaly } from './model.ts';
import { type Fault, plantFault } from './planted-faults.ts';
import { addCustomers, readCells, startCalls } from './service.ts';
import { readStored } from './stored.ts';

const customerCount = 2;
const devicesEach = 4;
const jobs = 3;

/** More time for a busy machine, so that enough happens for the check to prove something. */
const graceSeconds = 45;

/** A round with a fault has neither kills nor rule runs, so that it begins at once. */
export type RoundOptions = { readonly seed: number; readonly seconds: number; readonly fault?: Fault };
export type Round = {
  readonly seed: number;
  readonly anomalies: readonly Anomaly[];
  readonly transactions: number;
  readonly applied: number;
  readonly refused: number;
  /** Changes without an answer, and those of them that took effect. */
  readonly unanswered: number;
  readonly unansweredApplied: number;
  readonly reads: number;
  readonly runs: number;
  readonly killed: number;
  readonly checkMs: number;
};

/**
 * Lets devices work on the same few jobs of a new database while rules run and connections are ended, then checks the history. The
 * seed gives the steps of each device and the times of the kills; how they meet in the database differs from run to run.
 */
export async function runRound({ seed, seconds, fault }: RoundOptions): Promise<Round> {
  const database = await createTestDatabase();
  // Its connections are new, while the pool of the service may still hold some that were ended.
  const quiet = openDatabase(database.url, { max: 2 });
  const mend = fault ? await plantFault(database.db, fault) : () => undefined;
  try {
    const customers = await addCustomers(database.db, customerCount, jobs);
    const initial = new Map((await readCells(database.db)).map(({ cell, value }) => [cell, value]));
    const counters = { event: 0, value: 1000 };
    const nextValue = () => ++counters.value;
    const run: Recorder = {
      calls: await startCalls(database.db),
      event: () => ++counters.event,
      nextValue,
      sent: [],
      pages: [],
      lists: [],
      surprises: [],
      adrift: [],
    };
    const devices = customers.flatMap(({ id, people }) =>
      Array.from({ length: devicesEach }, (_, n) => {
        const who = people[n % people.length];
        if (!who) throw new Error('a customer has no people');
        return new Device(`c${id}d${n}`, who, jobs, randomOf(seed * 1000 + id * 100 + n), run);
      }),
    );
    const until = performance.now() + seconds * 1000;
    const beside = { killed: 0, runs: 0 };
    const isEnough = () =>
      fault
        ? run.sent.length > 40 && run.pages.length > 10
        : run.sent.length > 150 && run.pages.length > 50 && Math.min(beside.killed, beside.runs) > 0;
    const goesOn = () => performance.now() < until || (!isEnough() && performance.now() < until + graceSeconds * 1000);
    const work = async (device: Device) => {
      while (goesOn()) await device.step();
    };
    const disturb = () => [
      killConnections(database.url, randomOf(seed), goesOn, () => beside.killed++),
      runRules(database.db, customers, nextValue, goesOn, () => beside.runs++),
    ];
    await Promise.all([...devices.map((device) => work(device)), ...(fault ? [] : disturb())]);
    await Promise.all(run.adrift);
    for (const device of devices) await device.finish();
    const ids = customers.map(({ id }) => id);
    const { sent, pages, lists, surprises } = run;
    const stored = await readStored(quiet, ids);
    const evidence: Evidence = { initial, sent, pages, lists, surprises, stored };
    const began = performance.now();
    const { anomalies, transactions } = checkRun(evidence);
    const checkMs = performance.now() - began;
    for (const { customerId, broken } of await checkAuditChains(quiet))
      if (broken !== null) anomalies.push(anomaly('audit chain broken', `customer ${customerId}: ${broken}`));
    const effective = new Set(stored.results.filter(({ rev }) => rev !== null).map(changeKey));
    const unanswered = sent.filter((change) => change.answer === null);
    const answered = (outcome: string) => sent.filter((change) => change.answer?.outcome === outcome).length;
    return {
      seed,
      anomalies,
      transactions,
      applied: answered('applied'),
      refused: answered('rejected'),
      unanswered: unanswered.length,
      unansweredApplied: unanswered.filter((change) => effective.has(changeKey(change))).length,
      reads: pages.length + lists.length,
      ...beside,
      checkMs,
    };
  } finally {
    await quiet.destroy();
    await database.close();
    mend();
  }
}

/** Ends a random busy connection of the database now and then. */
async function killConnections(url: string, random: () => number, goesOn: () => boolean, onKill: () => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    while (goesOn()) {
      await wait(20 + random() * 180);
      const { rowCount } = await client.query(`
        select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and state <> 'idle' order by random() limit 1) busy`);
      if (rowCount) onKill();
    }
  } finally {
    await client.end();
  }
}
