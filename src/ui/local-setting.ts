import { useSyncExternalStore } from 'react';
import type * as z from 'zod';
import { localSettings } from '#src/store/local-settings.ts';

/** A small setting of this browser, checked by its schema whenever it is read. Never a token, never a job. */
export type LocalSetting<T> = {
  read: () => T;
  write: (value: T) => void;
  /** Hears of every write, of other tabs too. */
  watch: (listener: () => void) => () => void;
};

/** Declares a setting; `fallback` stands where nothing readable does. A browser without storage keeps it for the page's life. */
export function localSetting<S extends z.ZodType>(name: string, schema: S, fallback: z.output<S>): LocalSetting<z.output<S>> {
  const listeners = new Set<() => void>();
  // Kept between reads: React compares by identity.
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
  /** What was read once is kept only while writes of other tabs are heard. */
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

/** A setting of this browser as state: `const [open, setOpen] = useSetting(sidebarOpen)`. */
export function useSetting<T>(setting: LocalSetting<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(setting.watch, setting.read), setting.write];
}
