import { compile } from 'css-select';
import type { Recipe } from '#contract/collecting/recipe.ts';

/** A selector that cannot be used: its place in the recipe, such as `list.rows.at`, and why. */
export type RecipeProblem = { readonly field: string; readonly words: string };

/** Names of the recipe's fields that hold a selector. */
const selectorFields = new Set(['at', 'form', 'username', 'password', 'orgKey', 'link', 'labels']);

/** Checks every selector of a recipe. An editor calls it before it saves one. */
export function recipeProblems(recipe: Recipe): readonly RecipeProblem[] {
  const problems: RecipeProblem[] = [];
  const walk = (value: unknown, field: string, name: string): void => {
    if (typeof value === 'string') {
      if (selectorFields.has(name) && !isSelector(value)) problems.push({ field, words: `“${value}” is not a CSS selector.` });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, field === '' ? key : `${field}.${key}`, key);
    }
  };
  walk(recipe, '', '');
  return problems;
}

function isSelector(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}
