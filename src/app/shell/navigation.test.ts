import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { screens } from '../screens/screens.ts';
import { navigation } from './navigation.ts';

test('A group without a screen one may open is left out', () => {
  const shown = navigation(screens, (screen) => screen.workspace === 'home');
  expect(shown.map(({ workspace }) => workspace.id)).toEqual(['home']);
});

test('Groups keep the order of use, whatever order the screens are listed in', () => {
  const reversed = navigation([...screens].reverse(), () => true).map(({ workspace }) => workspace.id);
  expect(reversed).toEqual(navigation(screens, () => true).map(({ workspace }) => workspace.id));
});

test('Every link of the sidebar and every sample address leads to its own screen', () => {
  for (const { id, nav, sample } of screens) {
    for (const address of [nav?.to, sample]) {
      if (address === undefined) continue;
      const path = address.split('?')[0] ?? '';
      const owners = screens.filter((other) => other.at.some((pattern) => matchPath(pattern, path)));
      expect(owners.map((owner) => owner.id)).toContain(id);
    }
  }
});

test('Every parent is a screen, and no id belongs to two', () => {
  const ids = new Set(screens.map(({ id }) => id));
  expect(ids.size).toBe(screens.length);
  for (const { parent } of screens) if (parent !== undefined) expect([...ids]).toContain(parent);
});

test('No address and no shortcut belongs to two screens', () => {
  const patterns = screens.flatMap((screen) => screen.at);
  const keys = screens.flatMap((screen) => screen.keys ?? []);
  expect([new Set(patterns).size, new Set(keys).size]).toEqual([patterns.length, keys.length]);
});
