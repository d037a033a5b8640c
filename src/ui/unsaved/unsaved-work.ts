import { useEffect, useEffectEvent, useId } from 'react';

/** Something on the screen that leaving would lose. `save` answers whether it was saved. */
type Unsaved = { what: string; save: () => Promise<boolean> };

const open = new Map<string, Unsaved>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** The one list of unsaved work: the router, the update pill and the reload after a lost chunk all ask it. */
export const unsavedWork = {
  any: () => open.size > 0,
  what: () => [...open.values()].map((u) => u.what),
  /** Saves everything; false as soon as one thing could not be saved. */
  async saveAll(): Promise<boolean> {
    for (const unsaved of open.values()) if (!(await unsaved.save())) return false;
    return true;
  },
  dropAll(): void {
    open.clear();
    changed();
  },
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Registers the caller's work as unsaved while `dirty`. */
export function useUnsavedWork(dirty: boolean, unsaved: Unsaved): void {
  const id = useId();
  const save = useEffectEvent(() => unsaved.save());
  const { what } = unsaved;
  useEffect(() => {
    if (!dirty) return;
    open.set(id, { what, save: () => save() });
    changed();
    return () => {
      open.delete(id);
      changed();
    };
  }, [dirty, id, what]);
}
