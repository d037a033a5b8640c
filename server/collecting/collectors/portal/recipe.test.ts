import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Recipe } from '#contract/collecting/recipe.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { recipeProblems } from './recipe-problems.ts';

const problemsOf = (recipe: unknown): string[] => {
  const read = Recipe.safeParse(recipe);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('the recipe in docs/portal-recipes.md is the one that the demo’s portal is read by', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/portal-recipes.md'), 'utf8');
  const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  expect(Recipe.parse(JSON.parse(json))).toEqual(demoPortalRecipe);
  expect(recipeProblems(demoPortalRecipe)).toEqual([]);
});

test.each([
  ['a field that there is not', { ...demoPortalRecipe, steps: [] }, /steps/],
  ['no list', { signIn: null }, /^list: /],
  [
    'a sign of nothing',
    { ...demoPortalRecipe, list: { ...demoPortalRecipe.list, empty: {} } },
    /^list\.empty: Enter a selector, a text, or both/,
  ],
  [
    'an unknown way of paging',
    { ...demoPortalRecipe, list: { ...demoPortalRecipe.list, paging: { kind: 'scroll' } } },
    /^list\.paging/,
  ],
  ['a detail without anything to read', { ...demoPortalRecipe, detail: {} }, /^detail: Enter a selector for labels/],
  ['a host that is an address', { ...demoPortalRecipe, hosts: ['https://a.example'] }, /^hosts\.0: Enter a host/],
  [
    'a blank selector',
    { ...demoPortalRecipe, list: { ...demoPortalRecipe.list, link: ' ' } },
    /^list\.link: Enter a CSS selector/,
  ],
  ['too many pages', { ...demoPortalRecipe, list: { ...demoPortalRecipe.list, mostPages: 100_000 } }, /^list\.mostPages/],
])('%s is refused by name', (_what, recipe, problem) => {
  expect(problemsOf(recipe)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
});

test('every selector of a recipe is checked, wherever it is', () => {
  const recipe = Recipe.parse({
    signIn: { page: '/', form: '#[', username: ':nope(', password: 'p]', worked: { at: '>>' } },
    list: { page: '/', rows: { kind: 'items', at: 'a::b::', values: { x: { at: '[' } } }, paging: { kind: 'next', link: '..' } },
    detail: { labels: ')', values: { 'not a selector [': { at: 'b', attribute: '[' } } },
  });
  expect(recipeProblems(recipe).map(({ field }) => field)).toEqual([
    'signIn.form',
    'signIn.username',
    'signIn.password',
    'signIn.worked.at',
    'list.rows.at',
    'list.rows.values.x.at',
    'list.paging.link',
    'detail.labels',
  ]);
});
