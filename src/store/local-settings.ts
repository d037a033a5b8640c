// The one place that touches localStorage: small settings of this browser. Never a token, never a job.
/* oxlint-disable no-restricted-globals -- this file is what the rule points to */
import type * as z from 'zod';

const prefix = 'jobdock.';

/** A setting kept in this browser, checked by `schema` whenever it is read; `fallback` where nothing readable stands. */
export type LocalSetting<T> = {
  read: () => T;
  write: (value: T) => void;
  remove: () => void;
  /** Hears of every write, of other tabs too. */
  watch: (listener: () => void) => () => void;
};

/** Declares a setting; private windows without storage keep it for the page's life. */
export function localSetting<S extends z.ZodType>(name: string, schema: S, fallback: z.output<S>): LocalSetting<z.output<S>> {
  type T = z.output<S>;
  const key = prefix + name;
  const listeners = new Set<() => void>();
  let known: { text: string | null; value: T } | null = null;
  const parse = (text: string | null): T => {
    if (text === null) return fallback;
    const parsed = schema.safeParse(jsonOf(text));
    return parsed.success ? parsed.data : fallback;
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const put = (text: string | null, value: T) => {
    known = { text, value };
    storing(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)));
    changed();
  };
  return {
    // The same object as long as the text is the same: React compares by identity.
    read() {
      const text = storing(() => localStorage.getItem(key)) ?? null;
      if (known === null || (text !== null && known.text !== text)) known = { text, value: parse(text) };
      return known.value;
    },
    write: (value) => put(JSON.stringify(value), value),
    remove: () => put(null, fallback),
    watch(listener) {
      const hear = (event: StorageEvent) => {
        if (event.key !== key && event.key !== null) return;
        known = null;
        listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', hear);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', hear);
      };
    },
  };
}

/** Storage may be full, blocked or absent; a setting is never worth a crash. */
function storing<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
