import { expect, test } from 'vitest';
import { deviceState, leftWords } from './device-words.ts';

const at = '2026-11-21T08:00:00.000Z';
const none = { killedAt: null, toldAt: null, wipedAt: null };

test('[edge case 20] A device is in use, out of use, told, and wiped: each by its own receipt', () => {
  const words = [
    none,
    { ...none, killedAt: at },
    { ...none, killedAt: at, toldAt: at },
    { killedAt: at, toldAt: at, wipedAt: at },
  ].map((device) => deviceState(device).words);
  expect(words).toEqual(['In use', 'Out of use', 'Told to wipe', 'Wiped']);
});

test('[edge cases 20, 22] Work that was lost is counted by how it was lost', () => {
  expect(leftWords({ wipedUnsent: 0, lostUnsent: 0 })).toBe('');
  expect(leftWords({ wipedUnsent: 1, lostUnsent: 3 })).toBe(
    '1 unsent change went with it, 3 unsent changes lost when its browser cleared the data',
  );
});
