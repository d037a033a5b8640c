/** Small values that outlive the databases, as text by key. */
export type LocalSettings = {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  keys(): string[];
};

const prefix = 'jobdock:';

/** The one door to localStorage. A browser that refuses it (private mode, full) loses settings, never work: reads give undefined. */
export const localSettings: LocalSettings = {
  read(key) {
    try {
      const text = globalThis.localStorage.getItem(prefix + key);
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  },
  write(key, value) {
    try {
      globalThis.localStorage.setItem(prefix + key, JSON.stringify(value));
    } catch {
      // Refused or full: what stands here is a convenience or a second witness.
    }
  },
  remove(key) {
    try {
      globalThis.localStorage.removeItem(prefix + key);
    } catch {
      // As above.
    }
  },
  keys() {
    try {
      return Object.keys(globalThis.localStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length));
    } catch {
      return [];
    }
  },
};
