import { exportOutbox, readOutbox } from '#src/outbox/items.ts';
import { openDeviceStores } from '#src/store/device-stores.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { forgetMirror } from '#src/store/mirror.ts';
import { wipeRows } from '#src/store/wipe.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { currentStore, type OpenedStore } from './open-local-data.ts';

const sendingMs = 20_000;

/**
 * Before signing out: rows are wiped in any case; unsent work is sent, kept locked for the same person, or exported and
 * thrown away, as they choose [edge case 19]. False when they stay.
 */
export async function settleUnsent(how: 'ask' | 'keep'): Promise<boolean> {
  const opened = currentStore();
  if (!opened) return true;
  const unsent = await countUnsent(opened);
  if (unsent === 0) return removeStore(opened);
  if (how === 'keep') return keepLocked(opened);
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
  if (choice === 'stay') return false;
  if (choice === 'keep') return keepLocked(opened);
  if (choice === 'discard') return exportAndRemove(opened);
  return sendAll(opened);
}

const countUnsent = async ({ value }: OpenedStore) =>
  (await readOutbox(value.store)).filter((entry) => entry.state !== 'acked').length;

async function keepLocked({ value, engine }: OpenedStore): Promise<boolean> {
  engine.stop();
  await wipeRows(value.store);
  return true;
}

async function sendAll(opened: OpenedStore): Promise<boolean> {
  const until = Date.now() + sendingMs;
  opened.engine.nudge();
  while (Date.now() < until) {
    if ((await countUnsent(opened)) === 0) return removeStore(opened);
    await new Promise((resolve) => window.setTimeout(resolve, 300));
  }
  toast.warning({ title: 'Not signed out', detail: 'Some changes could not be sent. They are in the outbox.', to: '/outbox' });
  return false;
}

async function exportAndRemove(opened: OpenedStore): Promise<boolean> {
  saveFile('jobdock-outbox.json', 'application/json', await exportOutbox(opened.value.store));
  return removeStore(opened);
}

async function removeStore({ value, engine, close }: OpenedStore): Promise<boolean> {
  const { store } = value;
  engine.stop();
  close();
  await store.destroy();
  forgetMirror(store.name, localSettings);
  const list = openDeviceStores();
  await list.remove(store.name);
  list.close();
  return true;
}
