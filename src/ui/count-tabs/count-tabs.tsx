import { useLayoutEffect, useRef } from 'react';
import { tabScroll } from './tab-scroll.ts';
import './count-tabs.css';

type CountTabsProps<K extends string> = {
  readonly label: string;
  readonly tabs: readonly (readonly [key: K, label: string])[];
  readonly current: K;
  readonly onTab: (key: K) => void;
  /** The number of rows in each tab; null while unknown. */
  readonly counts: Readonly<Record<K, number>> | null;
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
  const isShown = useRef(false);
  const hasCounts = counts !== null;
  useLayoutEffect(() => {
    if (!row.current) return;
    // The first time at once; afterwards as the style says, which respects reduced motion.
    showChosen(row.current, isShown.current ? 'auto' : 'instant');
    isShown.current = true;
    // Counts widen the tabs.
  }, [current, hasCounts]);
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
          <span>{counts ? counts[key].toLocaleString('en-US') : ''}</span>
        </button>
      ))}
    </div>
  );
}

/** Scrolls the row alone, never the page. */
function showChosen(row: HTMLElement, behavior: ScrollBehavior): void {
  const tab = row.querySelector('[aria-selected="true"]');
  if (!tab) return;
  const left = tabScroll(row.getBoundingClientRect(), tab.getBoundingClientRect(), row.scrollLeft);
  if (left !== row.scrollLeft) row.scrollTo({ left, behavior });
}
