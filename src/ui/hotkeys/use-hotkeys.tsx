import { useEffect, useEffectEvent } from 'react';
import { createHotkeys, type Hotkey } from './hotkeys.ts';

/** The page's shortcuts. */
export const hotkeys = createHotkeys();

const textInputs = new Set(['text', 'search', 'email', 'password', 'number', 'tel', 'url', 'date', 'time', 'datetime-local']);
function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && textInputs.has(target.type);
}

/** Listens to the keyboard, once for the whole app. Ignores keys that a widget already handled. */
export function useHotkeyListener(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      // The key has closed what had the focus: a dialog. It must not close the panel under it, too.
      if (event.target instanceof Node && !event.target.isConnected) return;
      const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt, shiftKey: shift, timeStamp: atMs } = event;
      if (hotkeys.press({ key, ctrl, meta, alt, shift, inText: isText(event.target), atMs })) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Shortcuts while the caller is mounted. `entries` may be a new array on every render. */
export function useHotkeys(entries: readonly Hotkey[]): void {
  const run = useEffectEvent((index: number) => entries[index]?.run());
  const may = useEffectEvent((index: number) => entries[index]?.enabled?.() ?? true);
  const signature = entries.map((e) => `${e.keys}\t${e.words}\t${e.group}`).join('\n');
  useEffect(() => {
    const stable = signature
      .split('\n')
      .filter(Boolean)
      .map((line, index): Hotkey => {
        const [keys = '', words = '', group = ''] = line.split('\t');
        return { keys, words, group, run: () => run(index), enabled: () => may(index) };
      });
    return hotkeys.add(stable);
  }, [signature]);
}
