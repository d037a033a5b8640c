import type { RefObject } from 'react';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { MapTab } from '#domain/mapping/table/map-rows.ts';
import type { Choice } from '#src/entities/mapping/use-candidates.ts';
import type { Hotkey } from '#src/ui/hotkeys/hotkeys.ts';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import type { MapQueueItem } from '#src/workers/grid/map-queue.ts';
import { undoAll } from './just-done.tsx';
import type { Decisions } from './use-decisions.tsx';

/** The current text of the inbox and what acts on it. */
export type CurrentText = {
  readonly item: MapQueueItem;
  readonly items: readonly MapQueueItem[];
  readonly kind: MapKind;
  readonly target: TargetRow;
  readonly tab: MapTab;
  readonly decisions: Decisions;
  readonly searchRef: RefObject<HTMLInputElement | null>;
};

type KeyProps = CurrentText & {
  readonly choices: readonly Choice[];
  readonly at: number;
  readonly choose: (choice: Choice | undefined, withTwins?: boolean) => void;
  readonly onTwins: () => void;
  readonly onNew: () => void;
  readonly onActive: (at: number) => void;
};

const group = 'Mapping inbox';

/** Keys of the inbox. They act on the current text. */
export function useInboxKeys(props: KeyProps): void {
  const { item, items, tab, decisions, choices, at, choose, onTwins, onNew, onActive, searchRef } = props;
  const place = items.indexOf(item);
  const to = (by: number) => decisions.go(items[Math.max(0, Math.min(items.length - 1, place + by))]?.value.id ?? null);
  const key = (keys: string, words: string, run: () => void): Hotkey => ({
    keys,
    words,
    group: 'Mapping inbox',
    run,
    enabled: onPage,
  });
  const last = decisions.just[0];
  useHotkeys([
    key('enter', 'Accept the selected value', () => choose(choices[at])),
    key('shift+enter', 'Accept it for this source only', () => choose(choices[at], false)),
    ...Array.from({ length: 9 }, (_, i) => key(String(i + 1), `Choose value ${i + 1}`, () => choose(choices[i]))),
    key('arrowdown', 'Select the next value', () => onActive(Math.min(choices.length - 1, at + 1))),
    key('arrowup', 'Select the previous value', () => onActive(Math.max(0, at - 1))),
    { keys: '/', words: 'Search all values', group, run: () => searchRef.current?.focus() },
    key('j', 'Next text', () => to(1)),
    key('k', 'Previous text', () => to(-1)),
    key('s', 'Skip for now', () => decisions.skip(items, item)),
    key('i', tab === 'ignored' ? 'Restore' : 'Ignore', () => decisions.ignore(items, item, tab !== 'ignored')),
    key('n', 'New facility in the ATS', onNew),
    key('b', 'Apply to other sources', onTwins),
    key('u', 'Undo the last decision', () => void (last ? decisions.undo(last) : decisions.undoLast())),
    key('shift+u', 'Undo all decisions', () => void undoAll(decisions)),
    key('mod+z', 'Undo the last decision', () => void (last ? decisions.undo(last) : decisions.undoLast())),
  ]);
}

/** Shortcuts are off while a button, link or field has the focus, except on queue items and tabs (tabs use arrow keys only). */
function onPage(): boolean {
  const element = document.activeElement;
  return !element || !element.matches('button:not(.inbox-item, [role="tab"]), a, input, select, textarea');
}
