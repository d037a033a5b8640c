/** Small values stored as text by key, outside the databases. */
export type LocalSettings = {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  keys(): string[];
};

const prefix = 'jobdock:';

/**
 * The only access to localStorage. If the browser refuses it (private mode, full), settings are lost but never changes: reads
 * return undefined.
 */
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
      // Refused or full. These values are only settings or a second record of the database's state.
    }
  },
  remove(key) {
    try {
      globalThis.localStorage.removeItem(prefix + key);
    } catch {
      // Same as above.
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
