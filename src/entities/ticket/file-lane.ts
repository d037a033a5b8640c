import { addTicketFile } from '#contract/support/tickets.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { readServiceIds } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { WaitingFile } from '#src/store/tables/tables.ts';
import { forgetWaitingFiles, setRefused, waitingFiles, watchWaitingFiles } from '#src/store/waiting-files.ts';
import { browserClock, browserLocks } from '#src/sync/browser-ports.ts';
import type { Call } from '#src/sync/call.ts';
import type { OpenLocalStore } from '#src/sync/hooks/local-store.ts';
import { oneAtATime } from '#src/sync/loop/one-at-a-time.ts';
import type { Clock, Locks } from '#src/sync/transport/ports.ts';

type Ports = {
  readonly store: Store;
  readonly sync: OpenLocalStore['sync'];
  readonly call: Call;
  readonly clock?: Clock;
  readonly locks?: Locks;
};

/** Wait after a failure without an answer. A new connection ends it earlier. */
const againMs = 30_000;
/** Longest wait for another tab, which may be frozen. The service takes a file once, also from two tabs. */
const lockMs = 10_000;
/** A file of 5 MB takes a slow line a while. */
const patienceMs = 300_000;

/**
 * Sends the files of tickets that wait in a store, one after the other and by one tab at a time, each as soon as its ticket has a number
 * of the service. A file keeps its UUID over every try, so that the service has it once. What the service does not take stays with the
 * reason until a person tries again or discards it. Returns a function that ends the lane.
 */
export function startFileLane({ store, sync, call, clock = browserClock, locks = browserLocks }: Ports): () => void {
  let stopped = false;
  let cancel = () => {};
  const run = oneAtATime(async () => {
    cancel();
    if (stopped || !canSend(sync.get().phase) || (await waitingFiles(store)).length === 0) return;
    await locks.hold(`files:${store.name}`, lockMs, async () => {
      for (const file of (await waitingFiles(store)).filter(({ refused }) => refused === null)) {
        if (stopped) return;
        const ticketId = await ticketOf(store, file);
        if (ticketId === null) continue;
        if ((await sendOne({ store, call }, file, ticketId)) === 'later') {
          cancel = clock.after(againMs, run);
          return;
        }
      }
    });
  });
  let phase = sync.get().phase;
  const ends = [
    watchWaitingFiles(store, run),
    // The ticket of a file has got its number.
    store.watch(({ changes }) => changes.some(({ collection }) => collection === 'ticket') && run()),
    sync.subscribe(() => {
      const was = phase;
      phase = sync.get().phase;
      if (was !== phase) run();
    }),
  ];
  run();
  return () => {
    stopped = true;
    cancel();
    for (const end of ends) end();
  };
}

const canSend = (phase: ReturnType<OpenLocalStore['sync']['get']>['phase']): boolean =>
  phase !== 'offline' && phase !== 'signed-out' && phase !== 'update';

/** The service's number of a file's ticket; null as long as the service has not numbered it. */
async function ticketOf(store: Store, { ticketId, ticketRef }: WaitingFile): Promise<number | null> {
  if (ticketId !== null) return ticketId;
  const known = await store.read((tx) => readServiceIds(tx, 'ticket'));
  return known.find(({ ref }) => ref === ticketRef)?.id ?? null;
}

/** Sends one file. `later`: no answer came, so that it waits. */
async function sendOne(
  { store, call }: Pick<Ports, 'store' | 'call'>,
  { id: ref, name, type, bytes }: WaitingFile,
  ticketId: number,
): Promise<'sent' | 'refused' | 'later'> {
  const file = new File([bytes], name, { type });
  const answer = await call(addTicketFile, { id: ticketId, ref, file: bytes, fileName: name }, { file, timeoutMs: patienceMs });
  if (answer.ok) {
    await forgetWaitingFiles(store, [ref]);
    return 'sent';
  }
  switch (answer.error.kind) {
    case 'invalid':
      await setRefused(store, ref, answer.error.fields['file'] ?? errorMessage(answer.error));
      return 'refused';
    case 'too_large':
    case 'not_found':
    case 'forbidden':
      await setRefused(store, ref, errorMessage(answer.error));
      return 'refused';
    default:
      return 'later';
  }
}
