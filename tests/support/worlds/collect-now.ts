import { pino } from 'pino';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Credentials } from '#server/collecting/collectors/collector.ts';
import type { CollectPorts } from '#server/collecting/runs/collect-ports.ts';
import { type CollectRequest, collectRuns, startCollection } from '#server/collecting/runs/collect-run.ts';
import { collectTask } from '#server/collecting/runs/collect-task.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { collectMail } from '#server/parsing/collect-mail.ts';
import { collectRecords } from '#server/parsing/collect-records.ts';
import { carryOutRun } from '#server/runs/carry-out.ts';
import { findRun, type RunRow } from '#server/runs/run-rows.ts';
import { rootKey } from '../test-people.ts';

export const noCredentials: Credentials = { url: '', username: '', password: '', orgKey: '', secretKey: '' };

/** Runs a task and waits for its end. `busy` if it runs already; else the ended run, as an error unless it is done. */
export async function collectNow(
  ports: CollectPorts,
  request: Pick<CollectRequest, 'customerId' | 'taskId'> & Partial<CollectRequest>,
): Promise<Result<RunRow<unknown>['result'], { readonly state: string; readonly words: string }>> {
  const { db, now } = ports;
  const wish = { how: 'manual', name: 'Vendor', feed: '', now: now(), ...request } as const;
  const runId = await db.transaction().execute((tx) => startCollection(tx, wish));
  if (runId === null) return no({ state: 'busy', words: '' });
  const ref = { customerId: request.customerId, runId };
  await carryOutRun(ports, collectRuns, collectTask(ports), ref);
  const run = await findRun(db, collectRuns, ref);
  if (!run) throw new Error(`run ${runId} is gone`);
  return run.state === 'done' ? ok(run.result) : no({ state: run.state, words: run.message });
}

/** Ports for a vendor that sends what `feed` returns: the text of a file, or an answer with another status. */
export const feedPorts = (
  db: Db,
  feed: () => string | { readonly status: number; readonly headers?: Record<string, string> },
  over: Partial<CollectPorts> = {},
): CollectPorts => ({
  db,
  now: () => new Date('2026-11-20T12:00:00.000Z'),
  log: pino({ level: 'silent' }),
  secrets: createSecrets(rootKey),
  credentials: async () => ({ ...noCredentials, url: 'https://vendor.example/jobs.csv?key=1' }),
  async fetch(url) {
    const answer = feed();
    const { status, headers = {} } = typeof answer === 'string' ? { status: 200 } : answer;
    return ok({ status, headers, url, bytes: Buffer.from(typeof answer === 'string' ? answer : '') });
  },
  read: collectRecords,
  readMail: collectMail,
  readMailFiles: async () => ok({ files: [], more: 0 }),
  checkSender: async () => 'later',
  signInToMailbox: () => (access, use) => use(access),
  readMailbox: async () => ok(0),
  mailDomain: 'mail.agency.example',
  allow: [],
  spread: () => 0,
  ...over,
});
