import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Keys } from '#src/ui/hotkeys/keys.tsx';
import { Crumbs } from '../navigation/crumbs.tsx';
import { CustomerSwitcher } from '../navigation/customer-switcher.tsx';
import { paletteDoor } from '../palette/palette-door.ts';
import { Bell } from './bell.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SyncStatus } from './sync-status.tsx';
import { UpdatePill } from './update-pill.tsx';
import './header.css';

/** Rarely used, and only by administrators, so others do not load it. */
const WorkAsDialog = lazy(() => import('./work-as-dialog.tsx').then((m) => ({ default: m.WorkAsDialog })));

type Props = { sidebarOpen: boolean; onSidebar: () => void; onHelp: () => void };

/** Customer, search, sync status, notifications, help and account, in the same place on every screen. */
export function Header({ sidebarOpen, onSidebar, onHelp }: Props) {
  const [workAs, setWorkAs] = useState(false);
  return (
    <header className="header">
      <button
        type="button"
        className="header-button header-menu"
        aria-label="Menu"
        aria-expanded={sidebarOpen}
        aria-controls="sidebar"
        onClick={onSidebar}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <CustomerSwitcher />
      <Crumbs />
      <button type="button" className="header-search" onClick={() => paletteDoor.open()} aria-label="Search or command">
        <IconSearch size={16} aria-hidden />
        <span>Search or command</span>
        <Keys of="mod+k" />
      </button>
      <div className="header-end">
        <UpdatePill />
        <SyncStatus />
        <Bell />
        <button
          type="button"
          className="header-button header-help"
          aria-label="Help and shortcuts"
          data-tip="Help and shortcuts"
          onClick={onHelp}
        >
          <IconHelp size={20} aria-hidden />
        </button>
        <PersonMenu onWorkAs={() => setWorkAs(true)} onHelp={onHelp} />
      </div>
      {workAs && (
        <Suspense fallback={null}>
          <WorkAsDialog onClose={() => setWorkAs(false)} />
        </Suspense>
      )}
    </header>
  );
}
