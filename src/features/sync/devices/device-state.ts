import type { Device } from '#contract/sync/devices.ts';
import { counted } from '#src/ui/format/format.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

export type DeviceState = {
  readonly words: string;
  readonly tone: BadgeTone;
  readonly means: string;
  readonly at: string | null;
};

/** The state of a device from active to wiped. Each step has its own time. */
export function deviceState({ killedAt, toldAt, wipedAt }: Pick<Device, 'killedAt' | 'toldAt' | 'wipedAt'>): DeviceState {
  if (wipedAt !== null)
    return { words: 'Wiped', tone: 'neutral', means: 'The device confirmed that its data is gone.', at: wipedAt };
  if (toldAt !== null)
    return { words: 'Wiping', tone: 'pending', means: 'The device got the order and has not confirmed yet.', at: toldAt };
  if (killedAt !== null)
    return { words: 'Revoked', tone: 'warn', means: 'Its data is wiped the next time it connects.', at: killedAt };
  return { words: 'Active', tone: 'good', means: 'It holds this customer’s data.', at: null };
}

/** Changes lost in a wipe or when the browser cleared its data; blank if there are none. */
export function lossText({ wipedUnsent, lostUnsent }: Pick<Device, 'wipedUnsent' | 'lostUnsent'>): string {
  return [
    wipedUnsent > 0 ? `${counted(wipedUnsent, 'unsent change')} discarded with it` : '',
    lostUnsent > 0 ? `${counted(lostUnsent, 'unsent change')} lost when the browser cleared its data` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
