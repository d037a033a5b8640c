import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { WorkspaceId } from '#src/ui/screen/screen.ts';
import { mayOpen } from '../screens/may-open.ts';
import { prefetch, screens } from '../screens/screens.ts';
import { foldedGroups, sidebarNarrow } from '../settings/shell-settings.ts';
import { useGroupCounts } from './group-counts.ts';
import { type NavScreen, navigation } from './navigation.ts';
import { workspaceIcons } from './workspace-icons.ts';
import './sidebar.css';

/** The groups and screens that the user may open. In icon mode, one link per group, to its first screen. */
export function Sidebar({ open, onNavigate }: { open: boolean; onNavigate: () => void }) {
  const session = useSession();
  const [narrow, setNarrow] = useSetting(sidebarNarrow);
  const [folded, setFolded] = useSetting(foldedGroups);
  const counts = useGroupCounts();
  return (
    <nav id="sidebar" className="sidebar" aria-label="Main" data-narrow={narrow || undefined} data-open={open || undefined}>
      <NavLink to={pathTo('/dashboard')} className="sidebar-brand" onClick={onNavigate}>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span>Jobdock</span>
      </NavLink>
      <div className="sidebar-groups">
        {navigation(screens, (screen) => mayOpen(session, screen)).map(({ workspace: group, items }) => (
          <Group
            key={group.id}
            id={group.id}
            label={group.label}
            items={items}
            count={counts[group.id] ?? null}
            folded={folded.includes(group.id)}
            onFold={(fold) => setFolded(fold ? [...folded, group.id] : folded.filter((id) => id !== group.id))}
            onNavigate={onNavigate}
          />
        ))}
      </div>
      <button type="button" className="sidebar-narrow" onClick={() => setNarrow(!narrow)} aria-expanded={!narrow}>
        {narrow ? <IconLayoutSidebarLeftExpand size={18} aria-hidden /> : <IconLayoutSidebarLeftCollapse size={18} aria-hidden />}
        <span>{narrow ? 'Expand sidebar' : 'Collapse sidebar'}</span>
      </button>
    </nav>
  );
}

type GroupProps = {
  id: WorkspaceId;
  label: string;
  items: readonly NavScreen[];
  count: { number: number; words: string } | null;
  folded: boolean;
  onFold: (fold: boolean) => void;
  onNavigate: () => void;
};

function Group({ id, label, items, count, folded, onFold, onNavigate }: GroupProps) {
  const { pathname } = useLocation();
  const Icon = workspaceIcons[id];
  const first = items[0];
  const here = items.some((item) => pathname.toLowerCase().startsWith(item.nav.to.toLowerCase()));
  if (!first) return null;
  return (
    <section className="sidebar-group" data-here={here || undefined}>
      <button type="button" className="sidebar-group-head" aria-expanded={!folded} onClick={() => onFold(!folded)}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className="sidebar-label">{label}</span>
        <Count of={count} />
        <IconChevronDown size={14} className="sidebar-chevron" aria-hidden />
      </button>
      <NavLink to={first.nav.to} className="sidebar-group-icon" aria-label={label} data-tip={label} onClick={onNavigate}>
        <Icon size={20} stroke={1.75} aria-hidden />
        {count && count.number > 0 && <span className="sidebar-dot" aria-hidden />}
      </NavLink>
      {!folded && (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <NavLink
                to={item.nav.to}
                className="sidebar-item"
                onClick={onNavigate}
                onPointerEnter={() => prefetch(item)}
                onFocus={() => prefetch(item)}
              >
                {item.nav.label}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Count({ of }: { of: { number: number; words: string } | null }) {
  if (!of || of.number === 0) return null;
  return (
    <span className="sidebar-count" data-tip={`${of.number.toLocaleString('en-US')} ${of.words}`}>
      {of.number > 9999 ? '9999+' : of.number.toLocaleString('en-US')}
      <span className="visually-hidden"> {of.words}</span>
    </span>
  );
}
