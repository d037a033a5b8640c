import { groups, type Route } from '../screens/routes.ts';

type WithNav = Route & { nav: NonNullable<Route['nav']> };

/** The sidebar: each group with the screens that `may` lets through; a group without one is left out. */
export function navigation(
  routes: readonly Route[],
  may: (route: Route) => boolean,
): { group: (typeof groups)[number]; items: WithNav[] }[] {
  const shown = routes.filter((route): route is WithNav => route.nav !== undefined && may(route));
  return groups
    .map((group) => ({ group, items: shown.filter((route) => route.nav.group === group.id) }))
    .filter(({ items }) => items.length > 0);
}
