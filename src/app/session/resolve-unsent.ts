import { exportOutbox, readOutbox } from '#src/outbox/items.ts';
import { lockWork } from '#src/outbox/lock.ts';
import { readMeta } from '#src/store/meta.ts';
import { waitingFiles } from '#src/store/waiting-files.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { longWork } from '#src/ui/long-work/long-work.ts';
import { saveText } from '#src/ui/save-file.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { noticeBoard } from '#src/ui/toast/notices.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { recentCustomers, recentItems } from '../settings/shell-settings.ts';
import { outboxFile, readClosedStore } from './closed-store.ts';
import { currentStore } from './open-local-data.ts';
import type { OpenedStore } from './opened-store.ts';
import { clearOthers, forgetStore, noteEmptied } from './other-stores.ts';
import type { Person } from './session-keeper.ts';

const sendingMs = 20_000;
/** A frozen tab can hold a database open; the browser removes it once that tab releases it. */
const clearingMs = 5_000;

/** Removes data from the device. Run it after every other tab has signed out, so that none fetches the data again. */
export type ClearDevice = () => Promise<void>;

/**
 * Runs before sign-out. It always removes rows. The user chooses whether unsent work is sent, kept locked for their next
 * sign-in, or exported and discarded [edge case 19]. Null if the user stays.
 */
export async function resolveUnsent(how: 'ask' | 'keep', person: Person | null): Promise<ClearDevice | null> {
  const opened = currentStore();
  if (!opened) return person ? settleClosed(how, person) : async () => undefined;
  const unsent = await countUnsent(opened);
  // A wiped store keeps its receipt until the service has accepted it.
  if (unsent === 0) return clearing(opened, opened.engine.state().wiped ? keepLocked : removeStore);
  const choice = how === 'keep' ? 'keep' : await askAbout(opened, unsent);
  switch (choice) {
    case 'stay':
      return null;
    case 'keep':
      return clearing(opened, keepLocked);
    case 'send':
      return (await sendAll(opened)) ? clearing(opened, removeStore) : null;
    case 'discard':
      saveText(outboxFile, 'application/json', await exportOutbox(opened.value.store));
      return clearing(opened, removeStore);
  }
}

/** For a store that could not be opened, such as one of a newer version: its work can be exported, but not sent or locked. */
async function settleClosed(how: 'ask' | 'keep', person: Person): Promise<ClearDevice | null> {
  const closed = await Promise.race([readClosedStore(person), inTime().then(() => null)]).catch(() => null);
  if (!closed) return async () => undefined;
  if (closed.unsent > 0) {
    // The user cannot be asked: the store, with its unsent work, stays for the user's next sign-in.
    if (how === 'keep') return async () => undefined;
    if ((await askToDiscard(closed.unsent)) === 'stay') return null;
    saveText(outboxFile, 'application/json', closed.text);
  }
  return async () => {
    forgetWords();
    await Promise.race([forgetStore(closed.name), inTime()]);
  };
}

/** A newer version has used this device's data: this one can neither send nor lock. */
function askToDiscard(unsent: number): Promise<'discard' | 'stay'> {
  const body = 'This version of the app can’t send them. Stay signed in and update, or export and discard them.';
  return ask({ title: titleOf(unsent), body, choices: { discard, stay }, safe: 'stay' });
}

const titleOf = (unsent: number) => counted(unsent, 'unsent change');
const discard = { words: 'Export and discard', tone: 'danger', typed: 'discard' } as const;
const stay = { words: 'Stay signed in' };

async function askAbout(
  { value: { store }, engine }: OpenedStore,
  unsent: number,
): Promise<'send' | 'keep' | 'discard' | 'stay'> {
  if (engine.state().outdated) return askToDiscard(unsent);
  const canLock = await store.read((tx) => readMeta(tx, 'lockBox'));
  const send = { words: 'Send now', tone: 'primary' } as const;
  const title = titleOf(unsent);
  const body = 'Your data is removed from this device when you sign out. What should happen to these changes?';
  if (canLock) {
    const keep = { words: 'Keep locked until I sign in here again' };
    return ask({ title, body, choices: { send, keep, discard, stay }, safe: 'stay' });
  }
  return ask({
    title,
    body: `${body} They can’t be locked on this device yet because it has no key from the service.`,
    choices: { send, discard, stay },
    safe: 'stay',
  });
}

/** Changes and files of tickets that the service does not have. */
const countUnsent = async ({ value: { store }, engine }: OpenedStore) =>
  (await readOutbox(store)).filter((entry) => entry.state !== 'acked').length +
  engine.state().sealed +
  (await waitingFiles(store)).length;

async function sendAll(opened: OpenedStore): Promise<boolean> {
  const until = Date.now() + sendingMs;
  opened.engine.retryNow();
  while (Date.now() < until) {
    if ((await countUnsent(opened)) === 0) return true;
    await new Promise((resolve) => window.setTimeout(resolve, 300));
  }
  toast.warning({ title: 'Not signed out', detail: 'Some changes could not be sent. See the outbox.', to: pathTo('/outbox') });
  return false;
}

/** A device that is slow to remove its data does not delay sign-out beyond the limit. */
const clearing =
  (opened: OpenedStore, clear: (opened: OpenedStore) => Promise<void>): ClearDevice =>
  () => {
    opened.engine.stop();
    forgetWords();
    const all = Promise.allSettled([clear(opened), clearOthers(opened.value.store)]);
    return Promise.race([all.then(() => undefined), inTime()]);
  };

const inTime = () => new Promise<void>((resolve) => window.setTimeout(resolve, clearingMs));

async function keepLocked({ value: { store } }: OpenedStore): Promise<void> {
  await lockWork(store);
  await noteEmptied(store.name);
}

/** The bell, the tray and the palette contain names of jobs and people, which the next user must not see [D8.2]. */
function forgetWords(): void {
  noticeBoard.load([]);
  longWork.load([]);
  recentItems.write([]);
  recentCustomers.write([]);
}

async function removeStore({ value, close }: OpenedStore): Promise<void> {
  const { store } = value;
  close();
  await store.destroy();
  await forgetStore(store.name);
}
