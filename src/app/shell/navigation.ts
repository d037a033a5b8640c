import { type Screen, workspaces } from '#src/ui/screen/screen.ts';

export type NavScreen = Extract<Screen, { readonly nav: object }>;

/** The sidebar: each workspace with the screens that `may` allows. A workspace without screens is left out. */
export function navigation(
  screens: readonly Screen[],
  may: (screen: Screen) => boolean,
): { workspace: (typeof workspaces)[number]; items: NavScreen[] }[] {
  const shown = screens.filter((screen): screen is NavScreen => screen.nav !== undefined && may(screen));
  return workspaces
    .map((workspace) => ({ workspace, items: shown.filter((screen) => screen.workspace === workspace.id) }))
    .filter(({ items }) => items.length > 0);
}
