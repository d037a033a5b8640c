import type { Device } from '#contract/sync/sync.ts';
import { counted } from '#src/ui/format/format.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

export type DeviceState = {
  readonly words: string;
  readonly tone: BadgeTone;
  readonly means: string;
  readonly at: string | null;
};

/** Where a device stands between in use and wiped; each step has its receipt. */
export function deviceState({ killedAt, toldAt, wipedAt }: Pick<Device, 'killedAt' | 'toldAt' | 'wipedAt'>): DeviceState {
  if (wipedAt !== null) return { words: 'Wiped', tone: 'neutral', means: 'It has said that nothing is left on it.', at: wipedAt };
  if (toldAt !== null)
    return { words: 'Told to wipe', tone: 'pending', means: 'It was told, and has not yet said that it is done.', at: toldAt };
  if (killedAt !== null)
    return { words: 'Out of use', tone: 'warn', means: 'It wipes itself at its next contact.', at: killedAt };
  return { words: 'In use', tone: 'good', means: 'It keeps this customer’s data.', at: null };
}

/** Work that went with a wipe or with a browser that cleared its data; blank where none did. */
export function leftWords({ wipedUnsent, lostUnsent }: Pick<Device, 'wipedUnsent' | 'lostUnsent'>): string {
  return [
    wipedUnsent > 0 ? `${counted(wipedUnsent, 'unsent change')} went with it` : '',
    lostUnsent > 0 ? `${counted(lostUnsent, 'unsent change')} lost when its browser cleared the data` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
