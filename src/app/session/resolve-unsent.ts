import { exportOutbox, readOutbox } from '#src/outbox/items.ts';
import { lockWork } from '#src/outbox/lock.ts';
import { readMeta } from '#src/store/meta.ts';
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
/** A frozen tab may hold a database open; the browser removes it as soon as that tab lets go. */
const clearingMs = 5_000;

/** Removes what must not stay on the device. Run once every other tab was told to leave: none must fetch it again. */
export type ClearDevice = () => Promise<void>;

/**
 * Before signing out: rows are wiped in any case; unsent work is sent, kept locked for the same person, or exported and
 * thrown away, as they choose [edge case 19]. Null when they stay.
 */
export async function resolveUnsent(how: 'ask' | 'keep', person: Person | null): Promise<ClearDevice | null> {
  const opened = currentStore();
  if (!opened) return person ? settleClosed(how, person) : async () => undefined;
  const unsent = await countUnsent(opened);
  // A wiped store keeps its receipt until the service has taken it.
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

/** A store that could not be opened, as one that a newer version left: its work can be taken out, but not sent or locked. */
async function settleClosed(how: 'ask' | 'keep', person: Person): Promise<ClearDevice | null> {
  const closed = await Promise.race([readClosedStore(person), inTime().then(() => null)]).catch(() => null);
  if (!closed) return async () => undefined;
  if (closed.unsent > 0) {
    // No one can be asked: the work stays for its person's next sign-in, and what is beside it with it.
    if (how === 'keep') return async () => undefined;
    if ((await askToDiscard(closed.unsent)) === 'stay') return null;
    saveText(outboxFile, 'application/json', closed.text);
  }
  return async () => {
    forgetWords();
    await Promise.race([forgetStore(closed.name), inTime()]);
  };
}

/** A newer version has been at work here: this one can neither send nor lock. */
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

const countUnsent = async ({ value, engine }: OpenedStore) =>
  (await readOutbox(value.store)).filter((entry) => entry.state !== 'acked').length + engine.state().sealed;

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

/** Signing out does not hang on a device that is slow to forget. */
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

/** What the bell, the tray and the palette remember names jobs and people: none of it is the next person's to read [D8.2]. */
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
