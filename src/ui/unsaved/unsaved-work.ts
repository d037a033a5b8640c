import { createContext, use, useEffect, useEffectEvent, useId } from 'react';
import { ask } from '../ask/ask.tsx';

/** Work on the screen that leaving would lose. `save` returns whether it succeeded; without it, the user can only discard. */
type Unsaved = { what: string; save?: () => Promise<boolean> };

const open = new Map<string, Unsaved>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** The one list of unsaved work, checked by the router, the update pill, and the reload after a missing chunk. */
export const unsavedWork = {
  any: () => open.size > 0,
  what: () => [...open.values()].map((u) => u.what),
  /** True if all unsaved work has a `save`. */
  savable: () => [...open.values()].every(({ save }) => save !== undefined),
  /** Saves all unsaved work. Stops and returns false at the first failure. */
  async saveAll(): Promise<boolean> {
    for (const { save } of open.values()) if (!(await save?.())) return false;
    return true;
  },
  dropAll(): void {
    open.clear();
    changed();
  },
  drop(ids: Iterable<string>): void {
    for (const id of ids) open.delete(id);
    changed();
  },
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** The unsaved work inside a part of the screen that can close alone, such as a side panel. */
export const UnsavedScope = createContext<Set<string> | null>(null);

/** Closes a part of the screen. If it holds unsaved work, asks the user first. */
export async function closeScope(scope: Set<string>, title: string, close: () => void): Promise<void> {
  if (scope.size > 0) {
    const choice = await ask({
      title: `Discard changes to ${title}?`,
      body: 'You have unsaved changes.',
      choices: { discard: { words: 'Discard changes' }, stay: { words: 'Keep editing' } },
      safe: 'stay',
    });
    if (choice === 'stay') return;
    unsavedWork.drop(scope);
  }
  close();
}

/** Registers the caller's work as unsaved while `dirty`. */
export function useUnsavedWork(dirty: boolean, unsaved: Unsaved): void {
  const id = useId();
  const scope = use(UnsavedScope);
  const save = useEffectEvent(async () => (await unsaved.save?.()) ?? false);
  const { what } = unsaved;
  const canSave = unsaved.save !== undefined;
  useEffect(() => {
    if (!dirty) return;
    open.set(id, { what, ...(canSave && { save: () => save() }) });
    scope?.add(id);
    changed();
    return () => {
      open.delete(id);
      scope?.delete(id);
      changed();
    };
  }, [dirty, id, what, canSave, scope]);
}
