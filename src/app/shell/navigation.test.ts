import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { type Route, routes } from '../screens/routes.ts';
import { navigation } from './navigation.ts';

const all: readonly Route[] = routes;

test('A group without a screen one may open is left out', () => {
  const shown = navigation(all, (route) => route.nav?.group === 'home');
  expect(shown.map(({ group }) => group.id)).toEqual(['home']);
});

test('Groups keep the order of use, whatever order the screens are listed in', () => {
  const reversed = navigation([...all].reverse(), () => true).map(({ group }) => group.id);
  expect(reversed).toEqual(navigation(all, () => true).map(({ group }) => group.id));
});

test('Every link of the sidebar leads to the screen it stands for', () => {
  for (const route of all) {
    if (!route.nav) continue;
    const path = route.nav.to.split('?')[0] ?? '';
    const owner = all.filter((other) => other.at.some((pattern) => matchPath(pattern, path)));
    expect(owner.map((o) => o.id)).toContain(route.id);
  }
});

test('No address and no shortcut belongs to two screens', () => {
  const patterns = all.flatMap((route) => route.at);
  const keys = all.flatMap((route) => route.keys ?? []);
  expect([new Set(patterns).size, new Set(keys).size]).toEqual([patterns.length, keys.length]);
});
