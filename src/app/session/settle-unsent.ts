import { exportOutbox, readOutbox } from '#src/outbox/items.ts';
import { lockWork } from '#src/outbox/lock.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { currentStore, type OpenedStore } from './open-local-data.ts';
import { clearOthers, forgetStore } from './other-stores.ts';

const sendingMs = 20_000;
/** A frozen tab may hold a database open; the browser removes it as soon as that tab lets go. */
const clearingMs = 5_000;

/** Removes what must not stay on the device. Run once every other tab was told to leave: none must fetch it again. */
export type ClearDevice = () => Promise<void>;

/**
 * Before signing out: rows are wiped in any case; unsent work is sent, kept locked for the same person, or exported and
 * thrown away, as they choose [edge case 19]. Null when they stay.
 */
export async function settleUnsent(how: 'ask' | 'keep'): Promise<ClearDevice | null> {
  const opened = currentStore();
  if (!opened) return async () => undefined;
  const unsent = await countUnsent(opened);
  if (unsent === 0) return clearing(opened, removeStore);
  if (how === 'keep') return clearing(opened, keepLocked);
  const choice = await ask({
    title: `${counted(unsent, 'change')} not sent yet`,
    body: 'Your rows are removed from this device when you sign out. What shall become of these changes?',
    choices: {
      send: { words: 'Send them now', tone: 'primary' },
      keep: { words: 'Keep them locked for my next sign-in here' },
      discard: { words: 'Export and discard', tone: 'danger', typed: 'discard' },
      stay: { words: 'Stay signed in' },
    },
    safe: 'stay',
  });
  if (choice === 'stay') return null;
  if (choice === 'keep') return clearing(opened, keepLocked);
  if (choice === 'send') return (await sendAll(opened)) ? clearing(opened, removeStore) : null;
  saveFile('jobdock-outbox.json', 'application/json', await exportOutbox(opened.value.store));
  return clearing(opened, removeStore);
}

const countUnsent = async ({ value }: OpenedStore) =>
  (await readOutbox(value.store)).filter((entry) => entry.state !== 'acked').length;

async function sendAll(opened: OpenedStore): Promise<boolean> {
  const until = Date.now() + sendingMs;
  opened.engine.nudge();
  while (Date.now() < until) {
    if ((await countUnsent(opened)) === 0) return true;
    await new Promise((resolve) => window.setTimeout(resolve, 300));
  }
  toast.warning({ title: 'Not signed out', detail: 'Some changes could not be sent. They are in the outbox.', to: '/outbox' });
  return false;
}

/** Signing out does not hang on a device that is slow to forget. */
const clearing =
  (opened: OpenedStore, clear: (opened: OpenedStore) => Promise<void>): ClearDevice =>
  () => {
    opened.engine.stop();
    const all = Promise.allSettled([clear(opened), clearOthers(opened.value.store)]);
    return Promise.race([all.then(() => undefined), new Promise<void>((resolve) => window.setTimeout(resolve, clearingMs))]);
  };

const keepLocked = async ({ value }: OpenedStore): Promise<void> => void (await lockWork(value.store));

async function removeStore({ value, close }: OpenedStore): Promise<void> {
  const { store } = value;
  close();
  await store.destroy();
  await forgetStore(store.name);
}
