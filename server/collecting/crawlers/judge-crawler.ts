import { settingsProblem, signsInWithKey } from '#domain/crawlers/crawler-settings.ts';
import { recipeProblems } from '../collectors/portal/recipe-problems.ts';
import type { CrawlerDraft } from './crawler-setups.ts';

/** What must be changed before a crawler can be saved, by field; null if nothing. Its settings are settled. */
export function crawlerProblem(
  crawler: CrawlerDraft & { readonly id: number; readonly hasOrgKey: boolean; readonly tasks: number },
): Record<string, string> | null {
  const { id, kind, settings, recipe, isDeleted, hasOrgKey, tasks } = crawler;
  if (isDeleted && tasks > 0)
    return { isDeleted: `${tasks === 1 ? '1 task uses' : `${tasks} tasks use`} this crawler. Remove them first.` };
  const wrong = settingsProblem(settings);
  if (wrong) return { settings: wrong };
  if (signsInWithKey(id) && !settings.password.active)
    return { settings: 'Tasks of this crawler sign in with a key: keep the password active.' };
  if (settings.presetOrgKey && !hasOrgKey) return { orgKey: 'Enter the org key, or switch the preset off.' };
  if (recipe !== null && kind !== 'portal')
    return { recipe: 'Only a web portal has a recipe. Remove it, or choose the kind portal.' };
  const [selector] = recipe === null ? [] : recipeProblems(recipe);
  if (selector) return { recipe: `${selector.field}: ${selector.words}` };
  return null;
}

/** What keeps a saved crawler from collecting. Blank if nothing does. */
export function crawlerIncomplete(crawler: Parameters<typeof crawlerProblem>[0]): string {
  const problem = crawlerProblem(crawler);
  if (problem) return Object.values(problem).join(' ');
  return crawler.kind === 'portal' && crawler.recipe === null ? 'Its portal has no recipe yet.' : '';
}
