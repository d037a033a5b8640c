import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { RowId } from '#src/ui/screen/screen.ts';
import { NavCount, useNavCounts } from './nav-counts.tsx';
import { rowIcons } from './nav-icons.ts';
import { usePlace } from './use-place.ts';
import './bottom-bar.css';

/** What a thumb needs all day. */
const daily: readonly RowId[] = ['dashboard', 'staging', 'mapping', 'outbox'];
const short: Partial<Record<RowId, string>> = { dashboard: 'Today', staging: 'Jobs', mapping: 'Map' };

/** The rows of daily work at the bottom of a phone. Everything else is one tap further, in the menu. */
export function BottomBar({ open, onMore }: { open: boolean; onMore: () => void }) {
  const { workspaces, row } = usePlace();
  const counts = useNavCounts();
  const rows = workspaces.flatMap((workspace) => workspace.rows).filter(({ id }) => daily.includes(id));
  return (
    <nav className="bottom-bar" aria-label="Daily work">
      {rows.map(({ id, label, items: [first] }) => {
        const Icon = rowIcons[id];
        return (
          <Link key={id} to={first.nav.to} {...(id === row?.id && { 'aria-current': 'page' as const })}>
            <Icon size={22} stroke={1.75} aria-hidden />
            <span>{short[id] ?? label}</span>
            <NavCount of={counts.rows[id]} />
          </Link>
        );
      })}
      <button type="button" aria-expanded={open} aria-controls="sidebar" onClick={onMore}>
        <IconDots size={22} aria-hidden />
        <span>More</span>
      </button>
    </nav>
  );
}
