import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Screen } from '#src/ui/screen/screen.ts';
import { screens } from '../screens/screens.ts';
import { crumbsOf, type NavWorkspace, navigation, screenAt } from './navigation.ts';

const everything = navigation(screens, () => true);
const names = (address: string, name?: string) => {
  const screen = screenAt(screens, address);
  if (!screen) throw new Error(`no screen at ${address}`);
  return crumbsOf(screen, screens, everything, name ?? screen.title).map(({ label }) => label);
};

test('a row or a workspace without a screen that the user may open is left out', () => {
  const shown = navigation(screens, (screen) => screen.row === 'outbox');
  expect(shown.map(({ id, rows }) => [id, rows.map((row) => row.id)])).toEqual([['work', ['outbox']]]);
});

test('no workspace has more than seven rows, and every screen behind sign-in belongs to one', () => {
  for (const { rows } of everything) expect(rows.length).toBeLessThanOrEqual(7);
  for (const { id, row, audience } of screens) expect(row === null, id).toBe(audience === 'public');
});

test('the order does not depend on the order of the screens', () => {
  const reversed = navigation([...screens].reverse(), () => true);
  expect(reversed.map(({ rows }) => rows.map(({ id }) => id))).toEqual(everything.map(({ rows }) => rows.map(({ id }) => id)));
});

/** The rights that the roles of the demo agency lack. */
const lacks = {
  recruiter: ['admin', 'uploads.write', 'targets.write', 'lists.write'],
  'customer administrator': ['admin'],
  'provider administrator': [],
} as const satisfies Record<string, readonly Screen['audience'][]>;

/** Choices from the dashboard to a screen: its workspace, its row, its tab, and the object in its list. */
function stepsTo(screen: Screen, shown: readonly NavWorkspace[]): number {
  const workspace = shown.find(({ rows }) => rows.some(({ id }) => id === screen.row));
  const items = workspace?.rows.find(({ id }) => id === screen.row)?.items ?? [];
  const listed = screen.nav ? screen : screens.find(({ id }) => id === screen.parent);
  const place = items.findIndex(({ id }) => id === listed?.id);
  expect(place, screen.id).not.toBe(-1);
  const isFirstWorkspace = workspace === shown[0];
  return Number(!isFirstWorkspace) + 1 + Number(place > 0) + Number(!screen.nav);
}

test.each(Object.entries(lacks))('a %s reaches every screen with at most three choices', (_, missing) => {
  const may = ({ audience }: Screen) => audience !== 'public' && !missing.some((right) => right === audience);
  const shown = navigation(screens, may);
  const steps = screens.filter(may).map((screen) => [screen.id, stepsTo(screen, shown)] as const);
  expect(steps.filter(([, count]) => count > 3)).toEqual([]);
  expect(steps.length).toBeGreaterThan(25);
});

test.each([
  ['/staging', ['Work', 'Staging']],
  ['/mapfacility', ['Work', 'Mapping', 'Map facilities']],
  ['/tasks', ['Setup', 'Tasks & sources', 'Tasks']],
  ['/report_mapsummary', ['Insights', 'Reports', 'Map summary']],
])('%s is at %j', (address, crumbs) => {
  expect(names(address)).toEqual(crumbs);
});

test('a page of one object has its list above it, and its own name last', () => {
  expect(names('/edittask/7', 'CareConnect')).toEqual(['Setup', 'Tasks & sources', 'Tasks', 'CareConnect']);
});

test('every sidebar link and every sample URL leads to its own screen', () => {
  for (const { id, nav, sample } of screens) {
    for (const address of [nav?.to, sample]) {
      if (address === undefined) continue;
      const path = address.split('?')[0] ?? '';
      const owners = screens.filter((other) => other.at.some((pattern) => matchPath(pattern, path)));
      expect(owners.map((owner) => owner.id)).toContain(id);
    }
  }
});

test('every parent is a screen, and every id is unique', () => {
  const ids = new Set(screens.map(({ id }) => id));
  expect(ids.size).toBe(screens.length);
  for (const { parent } of screens) if (parent !== undefined) expect([...ids]).toContain(parent);
});

test('no URL pattern or shortcut belongs to two screens', () => {
  const patterns = screens.flatMap((screen) => screen.at);
  const keys = screens.flatMap((screen) => screen.keys ?? []);
  expect([new Set(patterns).size, new Set(keys).size]).toEqual([patterns.length, keys.length]);
});
