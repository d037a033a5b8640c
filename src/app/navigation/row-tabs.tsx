import { useLayoutEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { showTab } from '#src/ui/count-tabs/tab-scroll.ts';
import { prefetch } from '../screens/screens.ts';
import { NavCount, useNavCounts } from './nav-counts.tsx';
import { usePlace } from './use-place.ts';

/** The kindred screens of the sidebar's row, as tabs above the page. A page of one object has none, because its list is above it. */
export function RowTabs() {
  const { row, screen } = usePlace();
  const { tabs } = useNavCounts();
  const names = useFieldNames();
  const strip = useRef<HTMLElement>(null);
  const here = row?.items.findIndex(({ id }) => id === screen?.id) ?? -1;
  useLayoutEffect(() => {
    const tab = strip.current?.children[here];
    if (strip.current && tab) showTab(strip.current, tab, 'instant');
  }, [here]);
  if (!row || row.items.length < 2 || !screen?.nav) return null;
  return (
    <nav ref={strip} className="row-tabs" aria-label={row.label}>
      {row.items.map((item) => (
        <NavLink
          key={item.id}
          to={item.nav.to}
          className={item.id === screen.id ? 'is-here' : ''}
          {...(item.id === screen.id && { 'aria-current': 'page' as const })}
          onPointerEnter={() => prefetch(item)}
          onFocus={() => prefetch(item)}
        >
          {item.nav.of === undefined ? item.nav.label : names.many(item.nav.of, item.nav.label)}
          <NavCount of={tabs[item.id]} />
        </NavLink>
      ))}
    </nav>
  );
}
