import { useLayoutEffect, useRef } from 'react';
import { showTab } from './tab-scroll.ts';
import './count-tabs.css';

type CountTabsProps<K extends string> = {
  readonly label: string;
  readonly tabs: readonly (readonly [key: K, label: string])[];
  readonly current: K;
  readonly onTab: (key: K) => void;
  /** The number of rows in each tab; null while unknown. A tab that is left out shows none. */
  readonly counts: Readonly<Partial<Record<K, number>>> | null;
};

/** Views of one list as tabs with their counts. Arrow keys move between them. */
export function CountTabs<K extends string>({ label, tabs, current, onTab, counts }: CountTabsProps<K>) {
  const onKeyDown = (event: React.KeyboardEvent, at: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step === undefined ? undefined : (at + step + tabs.length) % tabs.length;
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onTab(tab[0]);
    const button = event.currentTarget.parentElement?.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  const row = useRef<HTMLDivElement>(null);
  /** Whether the row was last shown with counts, which widen the tabs; null before. */
  const shown = useRef<boolean | null>(null);
  const hasCounts = counts !== null;
  const chosen = tabs.findIndex(([key]) => key === current);
  useLayoutEffect(() => {
    const tab = row.current?.children[chosen];
    // A row that has just appeared or grown is at its place at once. Afterwards as the style says, which respects reduced motion.
    if (row.current && tab) showTab(row.current, tab, shown.current === hasCounts ? 'auto' : 'instant');
    shown.current = hasCounts;
  }, [chosen, hasCounts]);
  return (
    <div ref={row} className="count-tabs" role="tablist" aria-label={label}>
      {tabs.map(([key, words], at) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === current}
          tabIndex={key === current ? 0 : -1}
          onClick={() => onTab(key)}
          onKeyDown={(event) => onKeyDown(event, at)}
        >
          {words}
          <span>{counts?.[key]?.toLocaleString('en-US')}</span>
        </button>
      ))}
    </div>
  );
}
