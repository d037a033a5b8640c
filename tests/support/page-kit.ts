import '#src/workers/no-eval.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { commands } from '#domain/commands/commands.ts';
import { type EnqueueRefusal, enqueue } from '#src/outbox/enqueue.ts';
import { isUnsettled } from '#src/outbox/lane-entries.ts';
import { scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { storeName } from '#src/store/store-name.ts';
import type { OutboxEntry, ParkReason } from '#src/store/tables/tables.ts';
import { openBrowserDevice } from '#src/sync/browser-ports.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';

/** A user's edit of a job's rate. */
export type Edit = { readonly id: number; readonly field: 'billRate' | 'otRate' | 'localRate'; readonly value: number };

/** The result of an edit: saved on disk, or why not. */
export type Answered = { readonly saved: true } | { readonly saved: false; readonly why: string };

async function keyHere() {
  const text = window.localStorage.getItem('jobdock:last-person');
  if (text === null) throw new Error('no one has signed in here');
  const last = JSON.parse(text) as { role: { userId: number }; customer: { id: number } };
  return { origin: window.location.origin, userId: last.role.userId, customerId: last.customer.id, impersonation: null };
}

function whyNot(refusal: EnqueueRefusal): string {
  if (refusal.kind === 'refused') return `${refusal.code}: ${refusal.message}`;
  return refusal.kind === 'storage' ? refusal.why : refusal.kind;
}

let opened: Promise<Store> | null = null;
const store = () => (opened ??= keyHere().then((key) => openBrowserStore(key)));

/**
 * The app's own store and outbox code, injected into a page. It queues changes like a screen, without hundreds of clicks. All
 * its results can be serialized to the test.
 */
const kit = {
  /** Queues edits one after another. Calls `tell` for each once it is on disk. */
  async edit(edits: readonly Edit[], tell: (edit: Edit) => void = () => undefined): Promise<Answered[]> {
    const answers: Answered[] = [];
    for (const edit of edits) {
      const queued = await enqueue(await store(), commands, 'job.edit.v1', edit, {
        by: 'Ann Reyes',
        at: new Date().toISOString(),
      });
      if (queued.ok) tell(edit);
      answers.push(queued.ok ? { saved: true } : { saved: false, why: whyNot(queued.error) });
    }
    return answers;
  },

  /** Every job as the user sees it, oldest first. */
  async jobs(): Promise<JobRow[]> {
    return scan(await store(), 'job');
  },

  /** Parks the changes in the outbox, oldest first, with these reasons, as after a refusal from the service. */
  async park(reasons: readonly ParkReason[]): Promise<void> {
    await (await store()).write(async (tx) => {
      for (const [n, entry] of (await tx.list('outbox')).entries()) {
        const parked = reasons[n];
        if (parked) await tx.put('outbox', [{ ...entry, state: 'parked', parked }]);
      }
      tx.outboxChanged();
    });
  },

  async outbox(): Promise<OutboxEntry[]> {
    return (await store()).read((tx) => tx.list('outbox'));
  },

  async unsent(): Promise<number> {
    return (await kit.outbox()).filter(isUnsettled).length;
  },

  /** Number of changes that the service has applied and returned with its rows. */
  async acknowledged(): Promise<number> {
    return (await (await store()).read((tx) => tx.list('ackJournal'))).length;
  },

  /** Name of the database with this user's rows. */
  async databaseName(): Promise<string> {
    const device = openBrowserDevice();
    return storeName(await keyHere(), (text) => device.digest(text)).finally(() => device.close());
  },

  async close(): Promise<void> {
    const one = await opened;
    opened = null;
    one?.close();
  },
};
export type PageKit = typeof kit;

Object.assign(window, { kit });
