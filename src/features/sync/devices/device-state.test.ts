import { expect, test } from 'vitest';
import { deviceState, lossText } from './device-state.ts';

const at = '2026-11-21T08:00:00.000Z';
const none = { killedAt: null, toldAt: null, wipedAt: null };

test('[edge case 20] A device is active, revoked, wiping or wiped, each with its own time', () => {
  const words = [
    none,
    { ...none, killedAt: at },
    { ...none, killedAt: at, toldAt: at },
    { killedAt: at, toldAt: at, wipedAt: at },
  ].map((device) => deviceState(device).words);
  expect(words).toEqual(['Active', 'Revoked', 'Wiping', 'Wiped']);
});

test('[edge cases 20, 22] Lost work is counted by cause', () => {
  expect(lossText({ wipedUnsent: 0, lostUnsent: 0 })).toBe('');
  expect(lossText({ wipedUnsent: 1, lostUnsent: 3 })).toBe(
    '1 unsent change discarded with it, 3 unsent changes lost when the browser cleared its data',
  );
});
