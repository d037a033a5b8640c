import * as z from 'zod';
import type { listCrawlers, readCrawler, saveCrawler, syncCrawlers } from '#contract/collecting/crawlers.ts';
import { Recipe } from '#contract/collecting/recipe.ts';
import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import { CrawlerSettings } from '#contract/rows/crawler-settings.ts';
import { CrawlerKind } from '#contract/rows/rows.ts';
import { keptSecret } from '#src/ui/form/optional.ts';
import { jsonProblem } from './json-text.ts';

export type Crawler = ReplyOf<typeof readCrawler>;
export type CrawlerLine = ReplyOf<typeof listCrawlers>[number];
export type Results = ReplyOf<typeof syncCrawlers>;

/** A recipe as it is typed: JSON, or nothing. */
const TypedRecipe = z.string().transform((text, context): Recipe | null => {
  if (text.trim() === '') return null;
  const problem = jsonProblem(text);
  if (problem) {
    context.addIssue(`Line ${problem.line} of the recipe: ${problem.words}`);
    return z.NEVER;
  }
  const read = Recipe.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'The recipe' : issue.path.join('.');
  context.addIssue(`${place}: ${issue?.message ?? 'not a recipe'}`);
  return z.NEVER;
});

export const CrawlerDraft = z.object({
  name: z.string().trim().min(1, 'Name the crawler').max(100, 'Shorten this to 100 characters'),
  site: z.string().trim().max(200, 'Shorten this to 200 characters'),
  about: z.string().trim().max(500, 'Shorten this to 500 characters'),
  kind: CrawlerKind,
  tags: z.array(z.string()),
  settings: CrawlerSettings,
  isDeleted: z.boolean(),
  recipe: TypedRecipe,
  orgKey: keptSecret(500),
});

export const draftOf = ({
  name,
  site,
  about,
  kind,
  tags,
  settings,
  isDeleted,
  recipe,
}: Crawler): z.input<typeof CrawlerDraft> => ({
  name,
  site,
  about,
  kind,
  tags,
  settings,
  isDeleted,
  recipe: recipe === null ? '' : JSON.stringify(recipe, null, 2),
  orgKey: '',
});

/** The arguments of the call. Without the preset, a stored org key is removed. */
export function sentOf(
  { id, hasOrgKey }: Crawler,
  { orgKey, ...draft }: z.output<typeof CrawlerDraft>,
): SentArgsOf<typeof saveCrawler> {
  const isPreset = draft.settings.presetOrgKey;
  return { ...draft, id, ...(isPreset ? orgKey !== undefined && { orgKey } : hasOrgKey && { orgKey: null }) };
}
