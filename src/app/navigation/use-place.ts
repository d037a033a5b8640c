import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { usePageName } from '#src/ui/screen/page-name.ts';
import type { Screen } from '#src/ui/screen/screen.ts';
import { mayOpen } from '../screens/may-open.ts';
import { screens } from '../screens/screens.ts';
import { type Crumb, crumbsOf, type NavRow, type NavWorkspace, navigation, screenAt } from './navigation.ts';

/** Where the user can go, and where the user is. */
type Place = {
  /** The screens that the user may open. */
  readonly open: readonly Screen[];
  readonly workspaces: readonly NavWorkspace[];
  readonly screen: Screen | undefined;
  /** The row of the current screen, and its workspace. Undefined on a page that no row leads to. */
  readonly row: NavRow | undefined;
  readonly workspace: NavWorkspace | undefined;
};

/** What this user may open, and the place of the current screen in it. */
export function usePlace(): Place {
  const session = useSession();
  const { pathname } = useLocation();
  const open = useMemo(() => screens.filter((screen) => mayOpen(session, screen)), [session]);
  const workspaces = useMemo(() => navigation(open, () => true), [open]);
  const screen = useMemo(() => screenAt(screens, pathname), [pathname]);
  const row = workspaces.flatMap(({ rows }) => rows).find(({ id }) => id === screen?.row);
  return { open, workspaces, screen, row, workspace: workspaces.find(({ id }) => id === row?.workspace) };
}

/** The breadcrumb of the current page. */
export function useCrumbs(): { readonly crumbs: readonly Crumb[]; readonly name: string; readonly count: number | null } {
  const { workspaces, screen } = usePlace();
  const page = usePageName();
  const name = page?.name ?? screen?.title ?? 'Page not found';
  const crumbs = screen ? crumbsOf(screen, screens, workspaces, name) : [{ label: name, to: null }];
  return { crumbs, name, count: page?.count ?? null };
}
