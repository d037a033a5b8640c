import { expect, test } from 'vitest';
import { initialSyncState, type SyncState } from '#src/sync/sync-state.ts';
import { statusLabels } from './status-label.ts';

const words = (state: Partial<SyncState>) => {
  const said = statusLabels({ ...initialSyncState, ...state }, '2 min ago');
  return [said.words, said.note].filter(Boolean).join(' · ');
};

test('Each state has its own text and never relies on color alone', () => {
  expect(words({ phase: 'synced' })).toBe('Synced · 2 min ago');
  expect(words({ phase: 'syncing', progress: { done: 1240, total: 12_480 } })).toBe('Syncing · 1,240 of 12,480');
  expect(words({ phase: 'waiting', waiting: 3 })).toBe('3 waiting');
  expect(words({ phase: 'needs-you', needsYou: 1 })).toBe('1 needs you');
  expect(words({ phase: 'needs-you', needsYou: 2 })).toBe('2 need you');
});

test('Offline shows that work is saved, and how much is queued', () => {
  expect(words({ phase: 'offline' })).toBe('Offline · work is saved on this device');
  expect(words({ phase: 'offline', waiting: 5 })).toBe('Offline · 5 queued on this device');
});

test('A device that an administrator reset shows that instead of “Signed out”', () => {
  expect(words({ phase: 'signed-out' })).toBe('Signed out · work is kept');
  expect(words({ phase: 'signed-out', wiped: true })).toContain('Device was reset');
});

test('Long work shows only if no other state is more urgent', () => {
  const work = {
    id: 'a',
    title: 'Automatic mapping',
    phase: 'Matching',
    done: 3,
    total: 9,
    startedAt: '',
    endedAt: null,
  } as const;
  const running = [{ ...work, state: 'running', words: '', to: null, cancelKeeps: null, next: null } as const];
  expect(statusLabels({ ...initialSyncState, phase: 'synced' }, 'just now', running)).toEqual({
    tone: 'busy',
    words: 'Automatic mapping',
    note: '3 of 9',
  });
  expect(statusLabels({ ...initialSyncState, phase: 'synced' }, '', [...running, ...running]).words).toBe('2 long tasks');
  expect(statusLabels({ ...initialSyncState, phase: 'offline' }, '', running).words).toBe('Offline');
});
