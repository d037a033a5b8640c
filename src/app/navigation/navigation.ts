import { matchPath } from 'react-router-dom';
import { type RowId, rows, type Screen, type WorkspaceId, workspaces } from '#src/ui/screen/screen.ts';

type NavScreen = Extract<Screen, { readonly nav: object }>;
/** A row of the sidebar with the screens that the user may open. The row leads to the first one; several are its tabs. */
export type NavRow = {
  readonly id: RowId;
  readonly workspace: WorkspaceId;
  readonly label: string;
  readonly items: readonly [NavScreen, ...NavScreen[]];
};
export type NavWorkspace = { readonly id: WorkspaceId; readonly label: string; readonly rows: readonly [NavRow, ...NavRow[]] };
/** One part of the breadcrumb. The last part is the page itself and has no link. */
export type Crumb = { readonly label: string; readonly to: string | null };

/** What `may` allows: workspaces with their rows. A row or workspace without screens is left out. */
export function navigation(screens: readonly Screen[], may: (screen: Screen) => boolean): NavWorkspace[] {
  const shown = screens.filter((screen): screen is NavScreen => screen.nav !== undefined && may(screen));
  const allRows = rows.flatMap((row): NavRow[] => {
    const [first, ...others] = shown.filter((screen) => screen.row === row.id);
    return first ? [{ ...row, items: [first, ...others] }] : [];
  });
  return workspaces.flatMap((workspace): NavWorkspace[] => {
    const [first, ...others] = allRows.filter((row) => row.workspace === workspace.id);
    return first ? [{ ...workspace, rows: [first, ...others] }] : [];
  });
}

/** The screen of an address. */
export const screenAt = (screens: readonly Screen[], pathname: string): Screen | undefined =>
  screens.find(({ at }) => at.some((pattern) => matchPath(pattern, pathname)));

/** Where a page is: workspace, row, the screen above it, and its own name. Parts with the same name as the next one are left out. */
export function crumbsOf(
  screen: Screen,
  screens: readonly Screen[],
  workspacesShown: readonly NavWorkspace[],
  name: string,
): Crumb[] {
  const row = workspacesShown.flatMap((workspace) => workspace.rows).find(({ id }) => id === screen.row);
  const workspace = workspacesShown.find(({ id }) => id === row?.workspace);
  const parent = screens.find(({ id }) => id === screen.parent);
  const parts: Crumb[] = [
    ...(workspace ? [{ label: workspace.label, to: workspace.rows[0].items[0].nav.to }] : []),
    ...(row ? [{ label: row.label, to: row.items[0].nav.to }] : []),
    ...(parent?.nav ? [{ label: parent.title, to: parent.nav.to }] : []),
    { label: name, to: null },
  ];
  return parts.filter(({ label }, i) => label !== parts[i + 1]?.label);
}
