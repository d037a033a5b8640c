import * as z from 'zod';
import { reportLostWork } from '#contract/sync/devices.ts';
import type { LocalSettings } from '#src/store/local-settings.ts';
import { findWiped, forgetMirror, Mirror } from '#src/store/mirror.ts';
import type { Store } from '#src/store/store.ts';
import type { Call } from '#src/sync/call.ts';
import { counted } from '#src/ui/format/format.ts';

/** The notice about work that was lost with a database; null if there is nothing to report. */
export type LostNotice = { readonly tone: 'error' | 'info'; readonly title: string; readonly detail: string };

type Ports = { readonly call: Call; readonly settings: LocalSettings };

const Pending = z.object({ mirror: Mirror, told: z.boolean() });
const keyOf = (store: Store) => `lost:${store.name}`;

/** Remembers that the browser wiped this store [edge case 22]. Call it right after opening, before the mirror is updated. */
export function noteLostWork(store: Store, settings: LocalSettings): void {
  const mirror = findWiped(store, settings);
  if (!mirror) return;
  settings.write(keyOf(store), { mirror, told: false });
  forgetMirror(store.name, settings);
}

/**
 * Reports wiped changes to the service, which knows how many of them never arrived, and returns the notice. Without a response,
 * the notice shows the maximum, once, and the report is kept for later.
 */
export async function reportLost(store: Store, { call, settings }: Ports): Promise<LostNotice | null> {
  const pending = Pending.safeParse(settings.read(keyOf(store)));
  if (!pending.success) return null;
  const { mirror, told } = pending.data;
  const answer = await call(reportLostWork, { customerId: store.key.customerId, ...mirror });
  const heard = answer.ok || answer.error.kind === 'not_found' || answer.error.kind === 'gone';
  if (heard) settings.remove(keyOf(store));
  else settings.write(keyOf(store), { mirror, told: true });
  if (answer.ok) return errorMessage(answer.value.lost, mirror.unsent);
  return told ? null : { tone: 'error', title: `Up to ${counted(mirror.unsent, 'unsent change')} lost`, detail: why };
}

const why = 'The browser cleared this site’s data before the changes were sent. Protect it under Offline & storage.';

function errorMessage(lost: number, waited: number): LostNotice {
  if (lost > 0) return { tone: 'error', title: `${counted(lost, 'unsent change')} lost`, detail: why };
  return {
    tone: 'info',
    title: 'The browser cleared the data on this device',
    detail: `Nothing was lost: ${waited === 1 ? 'the change' : `all ${waited} changes`} queued here had been sent.`,
  };
}
