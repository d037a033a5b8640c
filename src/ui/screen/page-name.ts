import { useEffect, useSyncExternalStore } from 'react';

/** What the page on the screen is called, where it knows better than its declaration: the name of its object, its number of rows. */
export type PageName = {
  readonly name: string;
  readonly count: number | null;
  /** What a pin of this address is called; the name if left out. */
  readonly pin?: string;
};

let current: PageName | null = null;
const listeners = new Set<() => void>();
const set = (next: PageName | null) => {
  current = next;
  for (const listener of listeners) listener();
};
const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Names the page for the breadcrumb, the browser tab and pins, while it is on the screen. */
export function useNamePage(name: string, count: number | null = null, pin?: string): void {
  useEffect(() => {
    const mine: PageName = { name, count, ...(pin !== undefined && { pin }) };
    set(mine);
    return () => {
      if (current === mine) set(null);
    };
  }, [name, count, pin]);
}

/** The name that the page on the screen has given itself; null if none. */
export const usePageName = (): PageName | null => useSyncExternalStore(watch, () => current);
