import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import { screens } from '../screens/screens.ts';
import { navigation } from './navigation.ts';

test('A group without a screen that the user may open is left out', () => {
  const shown = navigation(screens, (screen) => screen.workspace === 'home');
  expect(shown.map(({ workspace }) => workspace.id)).toEqual(['home']);
});

test('Groups keep their order, whatever the order of the screens', () => {
  const reversed = navigation([...screens].reverse(), () => true).map(({ workspace }) => workspace.id);
  expect(reversed).toEqual(navigation(screens, () => true).map(({ workspace }) => workspace.id));
});

test('Every sidebar link and every sample URL leads to its own screen', () => {
  for (const { id, nav, sample } of screens) {
    for (const address of [nav?.to, sample]) {
      if (address === undefined) continue;
      const path = address.split('?')[0] ?? '';
      const owners = screens.filter((other) => other.at.some((pattern) => matchPath(pattern, path)));
      expect(owners.map((owner) => owner.id)).toContain(id);
    }
  }
});

test('Every parent is a screen, and every id is unique', () => {
  const ids = new Set(screens.map(({ id }) => id));
  expect(ids.size).toBe(screens.length);
  for (const { parent } of screens) if (parent !== undefined) expect([...ids]).toContain(parent);
});

test('No URL pattern or shortcut belongs to two screens', () => {
  const patterns = screens.flatMap((screen) => screen.at);
  const keys = screens.flatMap((screen) => screen.keys ?? []);
  expect([new Set(patterns).size, new Set(keys).size]).toEqual([patterns.length, keys.length]);
});
