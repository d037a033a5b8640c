import { useSyncExternalStore } from 'react';
import type * as z from 'zod';
import { localSettings } from '#src/store/local-settings.ts';

/** A small setting of this browser, validated by its schema on read. Never store a token or a job in one. */
export type LocalSetting<T> = {
  read: () => T;
  write: (value: T) => void;
  /** Calls `listener` on every write, also by other tabs. Returns a function that removes it. */
  watch: (listener: () => void) => () => void;
};

/** Declares a setting. `fallback` is used if no valid value is stored. Without storage, the value lasts as long as the page. */
export function localSetting<S extends z.ZodType>(name: string, schema: S, fallback: z.output<S>): LocalSetting<z.output<S>> {
  const listeners = new Set<() => void>();
  // Cached between reads: React compares by identity.
  let known: { value: z.output<S> } | null = null;
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const hear = (event: StorageEvent) => {
    if (event.key !== null && !event.key.endsWith(name)) return;
    known = null;
    changed();
  };
  let hearing = false;
  /** Must run before the first read: the cached value is valid only while writes of other tabs are observed. */
  const hearOtherTabs = () => {
    if (hearing || typeof window === 'undefined') return;
    hearing = true;
    window.addEventListener('storage', hear);
  };
  return {
    read() {
      hearOtherTabs();
      if (known) return known.value;
      const parsed = schema.safeParse(localSettings.read(name));
      known = { value: parsed.success ? parsed.data : fallback };
      return known.value;
    },
    write(value) {
      hearOtherTabs();
      known = { value };
      localSettings.write(name, value);
      changed();
    },
    watch(listener) {
      hearOtherTabs();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A setting of this browser as React state: `const [open, setOpen] = useSetting(sidebarOpen)`. */
export function useSetting<T>(setting: LocalSetting<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(setting.watch, setting.read), setting.write];
}
