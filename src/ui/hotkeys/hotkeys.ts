import { listedHotkeys } from './listed-hotkeys.ts';

/** One shortcut: `keys` is a chord (`mod+k`, `shift+h`) or a sequence of plain keys (`g s`). */
export type Hotkey = {
  keys: string;
  words: string;
  group: string;
  run: () => void;
  /** False disables the shortcut for now. If left out, it is always enabled. */
  enabled?: () => boolean;
};

/** A key press, without the browser's event. */
export type Press = { key: string; ctrl: boolean; meta: boolean; alt: boolean; shift: boolean; inText: boolean; atMs: number };

const sequenceMs = 1200;

/** A press in the spelling of `keys`. `mod` is Ctrl or ⌘; shift appears only if the character does not imply it. */
export function spell(press: Press): string {
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase();
  const showsShift = press.key !== ' ' && press.key.length === 1 && press.key.toLowerCase() === press.key.toUpperCase();
  const parts = [press.ctrl || press.meta ? 'mod' : '', press.alt ? 'alt' : '', press.shift && !showsShift ? 'shift' : '', key];
  return parts.filter(Boolean).join('+');
}

const isChord = (keys: string) => keys.startsWith('mod+') || keys.startsWith('alt+');

/**
 * The one list of shortcuts. A later entry wins over an earlier one with the same keys, so a panel can shadow the page below
 * it. `lettersOn` false leaves only chords (WCAG 2.1.4: users can switch single keys off).
 */
export function createHotkeys() {
  let entries: Hotkey[] = [];
  let pending: { typed: string; atMs: number } | null = null;
  let lettersOn = true;
  const candidates = (press: Press) =>
    entries.filter((e) => (isChord(e.keys) || (lettersOn && !press.inText)) && (e.enabled?.() ?? true)).reverse();
  return {
    /** Adds shortcuts. Call the returned function to remove them. */
    add(hotkeys: readonly Hotkey[]): () => void {
      entries = [...entries, ...hotkeys];
      return () => {
        entries = entries.filter((e) => !hotkeys.includes(e));
      };
    },
    allowLetters(on: boolean): void {
      lettersOn = on;
    },
    /** The shortcuts that are on the page now, those of the screen first. */
    list: (): readonly Hotkey[] => listedHotkeys(entries),
    /** Runs the shortcut that the press completes. Returns true if the browser must not handle the press too. */
    press(press: Press): boolean {
      const one = spell(press);
      const open = pending !== null && press.atMs - pending.atMs <= sequenceMs ? `${pending.typed} ${one}` : null;
      pending = null;
      const possible = candidates(press);
      const hit = possible.find((e) => e.keys === open) ?? possible.find((e) => e.keys === one);
      if (hit) {
        hit.run();
        return true;
      }
      if (possible.some((e) => e.keys.startsWith(`${one} `))) pending = { typed: one, atMs: press.atMs };
      return false;
    },
  };
}
