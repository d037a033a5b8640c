import type { Recipe } from '#contract/collecting/recipe.ts';
import { ok, type Result } from '#contract/kit/result.ts';
import type { PagePlan } from '#server/parsing/files/page-plan.ts';
import type { PageRead } from '#server/parsing/read-apart.ts';
import type { CollectorTools, CollectProblem } from '../collector.ts';
import { failed } from '../problems.ts';
import { sizeBudget } from '../size-budget.ts';
import type { Session } from './session.ts';
import type { ListedJob } from './walk-list.ts';

type Detail = NonNullable<Recipe['detail']>;
type Values = ReadonlyMap<string, string>;

/** Pages that are opened before the next progress is reported. */
const pagesTogether = 20;

/** Opens the page of each job and adds its values, which count before those of the list. */
export async function readDetails(
  jobs: readonly ListedJob[],
  detail: Detail,
  session: Session,
  tools: CollectorTools,
): Promise<Result<readonly Values[], CollectProblem>> {
  if (jobs.length > detail.mostPages)
    return failed(
      'page_changed',
      `The list has ${jobs.length} jobs, but the recipe opens the pages of ${detail.mostPages} at most.`,
    );
  const linkless = jobs.findIndex(({ address }) => address === null);
  if (linkless !== -1)
    return failed(
      'page_changed',
      `The list: row ${linkless + 1} has no link “${session.recipe.list.link}” to the page of its job.`,
    );
  const addresses = jobs.flatMap(({ address }) => address ?? []);
  const read: Values[] = [];
  const budget = sizeBudget();
  let gone = 0;
  for (let from = 0; from < addresses.length; from += pagesTogether) {
    const visits = await session.visit(addresses.slice(from, from + pagesTogether), planOf(detail), 'The page of a job');
    if (!visits.ok) return visits;
    for (const [at, { status, page }] of visits.value.entries()) {
      const job = jobs[from + at]?.values ?? new Map<string, string>();
      // The job was taken down after the list was read. The list still counts.
      const isGone = status === 404 || status === 410;
      if (isGone) gone += 1;
      const missing = isGone ? undefined : missingIn(page, detail);
      if (missing !== undefined) return failed('page_changed', `The page of a job: “${missing}” is not where it was.`);
      const values = isGone ? job : new Map([...job, ...valuesOf(page)]);
      const fits = budget.take(values.values());
      if (!fits.ok) return fits;
      read.push(values);
    }
    await tools.progress(read.length, addresses.length);
  }
  if (gone > 1 && gone === addresses.length)
    return failed('page_changed', 'The page of a job: the vendor has none of the pages that the list leads to.');
  return ok(read);
}

const planOf = ({ labels, values }: Detail): PagePlan => ({ values, ...(labels !== undefined && { labels }) });

const valuesOf = ({ labels, values }: PageRead): [string, string][] =>
  [...Object.entries(labels), ...Object.entries(values)].filter(([, value]) => value !== '');

/** The first required label or value that the page does not have. One that is there may be empty. */
function missingIn({ labels, values }: PageRead, { required }: Detail): string | undefined {
  const known = new Set([...Object.keys(labels), ...Object.keys(values)].map((name) => name.toLowerCase()));
  return required.find((name) => !known.has(name.toLowerCase()));
}
