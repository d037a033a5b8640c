import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { localSetting } from './local-setting.ts';

/** A browser with two tabs of one origin: other tabs get an event for each write. */
function browser() {
  const stored = new Map<string, string>();
  const page = new EventTarget();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  vi.stubGlobal('window', page);
  return {
    otherTabWrites: (key: string, value: unknown): void => {
      stored.set(`jobdock:${key}`, JSON.stringify(value));
      page.dispatchEvent(Object.assign(new Event('storage'), { key: `jobdock:${key}` }));
    },
  };
}
afterEach(() => vi.unstubAllGlobals());

test('A read after a write in another tab returns the new value, with or without a listener', () => {
  const { otherTabWrites } = browser();
  const activeAt = localSetting('at', z.number(), 0);
  expect(activeAt.read()).toBe(0);
  otherTabWrites('at', 5);
  expect(activeAt.read()).toBe(5);
});

test('A listener is called for writes here and in other tabs, until it is removed', () => {
  const { otherTabWrites } = browser();
  const wide = localSetting('wide', z.boolean(), false);
  const hear = vi.fn();
  const stop = wide.watch(hear);
  wide.write(true);
  otherTabWrites('wide', false);
  stop();
  wide.write(true);
  expect(hear).toHaveBeenCalledTimes(2);
});

test('A stored value that does not fit the schema is ignored', () => {
  const { otherTabWrites } = browser();
  const narrow = localSetting('narrow', z.boolean(), false);
  otherTabWrites('narrow', 'yes');
  expect(narrow.read()).toBe(false);
});
