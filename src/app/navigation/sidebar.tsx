import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useSetting } from '#src/ui/local-setting.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { WorkspaceId } from '#src/ui/screen/screen.ts';
import { prefetch } from '../screens/screens.ts';
import { sidebarNarrow } from '../settings/shell-settings.ts';
import { CustomerSwitcher } from './customer-switcher.tsx';
import { NavCount, useNavCounts } from './nav-counts.tsx';
import { rowIcons, workspaceIcons } from './nav-icons.ts';
import type { NavRow, NavWorkspace } from './navigation.ts';
import { Pinned } from './pinned.tsx';
import { usePlace } from './use-place.ts';
import './sidebar.css';

/** The workspaces, the rows of the current one, and what the user has pinned. */
export function Sidebar({ open, onNavigate }: { open: boolean; onNavigate: () => void }) {
  const [narrow, setNarrow] = useSetting(sidebarNarrow);
  const isTablet = useMediaQuery('(min-width: 992px) and (max-width: 1199px)') ?? false;
  const { workspaces, workspace, row } = usePlace();
  // A page that no row leads to keeps the workspace before it.
  const [last, setLast] = useState<WorkspaceId>('work');
  if (workspace && workspace.id !== last) setLast(workspace.id);
  const shown = workspaces.find(({ id }) => id === (workspace?.id ?? last)) ?? workspaces[0];
  return (
    <nav id="sidebar" className="sidebar" aria-label="Main" data-narrow={narrow || undefined} data-open={open || undefined}>
      <NavLink to={pathTo('/dashboard')} className="sidebar-brand" onClick={onNavigate}>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>Jobdock</span>
      </NavLink>
      <div className="sidebar-customer">
        <CustomerSwitcher />
      </div>
      {workspaces.length > 1 && <Workspaces of={workspaces} current={shown?.id} onNavigate={onNavigate} />}
      <div className="sidebar-rows">
        {shown && (
          <ul aria-label={shown.label}>
            {shown.rows.map((one) => (
              <Row key={one.id} row={one} isHere={one.id === row?.id} isNarrow={narrow || isTablet} onNavigate={onNavigate} />
            ))}
          </ul>
        )}
        <Pinned onNavigate={onNavigate} />
      </div>
      <button type="button" className="sidebar-narrow" onClick={() => setNarrow(!narrow)} aria-expanded={!narrow}>
        {narrow ? <IconLayoutSidebarLeftExpand size={18} aria-hidden /> : <IconLayoutSidebarLeftCollapse size={18} aria-hidden />}
        <span>{narrow ? 'Expand sidebar' : 'Collapse sidebar'}</span>
      </button>
    </nav>
  );
}

type WorkspacesProps = { of: readonly NavWorkspace[]; current: WorkspaceId | undefined; onNavigate: () => void };

/** The workspaces in one line. Each leads to where the user was in it last. */
function Workspaces({ of, current, onNavigate }: WorkspacesProps) {
  const lastIn = useLastPlaces(current);
  return (
    <ul className="workspaces" aria-label="Workspaces">
      {of.map(({ id, label, rows }) => {
        const Icon = workspaceIcons[id];
        return (
          <li key={id}>
            <Link
              to={lastIn[id] ?? rows[0].items[0].nav.to}
              className={id === current ? 'is-here' : ''}
              {...(id === current && { 'aria-current': 'true' as const })}
              data-tip={label}
              onClick={onNavigate}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              <span>{label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The last address of each workspace since the page was loaded. */
function useLastPlaces(current: WorkspaceId | undefined): Partial<Record<WorkspaceId, string>> {
  const { pathname, search } = useLocation();
  const [places, setPlaces] = useState<Partial<Record<WorkspaceId, string>>>({});
  const here = `${pathname}${search}`;
  if (current && places[current] !== here) setPlaces({ ...places, [current]: here });
  return places;
}

type RowProps = { row: NavRow; isHere: boolean; isNarrow: boolean; onNavigate: () => void };

function Row({ row, isHere, isNarrow, onNavigate }: RowProps) {
  const [first] = row.items;
  const counts = useNavCounts();
  const Icon = rowIcons[row.id];
  return (
    <li>
      <Link
        to={first.nav.to}
        className={`sidebar-item${isHere ? ' active' : ''}`}
        {...(isHere && { 'aria-current': 'page' as const })}
        {...(isNarrow && { 'data-tip': row.label })}
        onClick={onNavigate}
        onPointerEnter={() => prefetch(first)}
        onFocus={() => prefetch(first)}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className="sidebar-label">{row.label}</span>
        <NavCount of={counts.rows[row.id]} />
      </Link>
    </li>
  );
}
