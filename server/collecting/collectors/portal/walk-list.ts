import type { Recipe } from '#contract/collecting/recipe.ts';
import { ok, type Result } from '#contract/kit/result.ts';
import type { PagePlan, PageRow } from '#server/parsing/files/page-plan.ts';
import type { CollectorTools, CollectProblem } from '../collector.ts';
import { failed } from '../problems.ts';
import { repeatedPages } from '../repeated-pages.ts';
import { sizeBudget } from '../size-budget.ts';
import { linkBase } from './portal-site.ts';
import type { Session, Visited } from './session.ts';

/** A job as the list has it, with the address of its own page or null. */
export type ListedJob = { readonly values: ReadonlyMap<string, string>; readonly address: string | null };
type List = Recipe['list'];

/** Reads all pages of the list. A list that cannot be read to its end is a problem, never a shorter list. */
export async function walkList(session: Session, tools: CollectorTools): Promise<Result<readonly ListedJob[], CollectProblem>> {
  const { list } = session.recipe;
  const jobs: ListedJob[] = [];
  const pages = repeatedPages();
  const budget = sizeBudget();
  let next = session.addressOf(list.page, session.home, 'The list');
  for (let number = 1; ; number += 1) {
    if (!next.ok) return next;
    const step = number === 1 ? 'The list' : `Page ${number} of the list`;
    if (number > list.mostPages)
      return failed('page_changed', `The list has more than ${list.mostPages} pages, as many as the recipe allows.`);
    const address = list.paging.kind === 'number' ? numbered(next.value, list.paging, number) : next.value;
    const visits = await session.visit([address], planOf(list), step);
    if (!visits.ok) return visits;
    const [visited] = visits.value;
    if (!visited) return failed('unreadable', `${step}: the page could not be read.`);
    const rows = rowsOf(visited, list, step, number);
    if (!rows.ok) return rows;
    const repeated = pages.before(number, rows.value, address);
    if (repeated !== null)
      return failed('page_changed', `${step} repeats page ${repeated}: the links to further pages lead in a circle.`);
    const fits = budget.take(rows.value.flatMap(({ cells }) => cells));
    if (!fits.ok) return fits;
    for (const row of rows.value) jobs.push(jobOf(row, visited, session));
    await tools.progress(number, lastPage(visited, list) ?? 0);
    if (isLast(visited, list, rows.value.length, number)) return ok(jobs);
    if (list.paging.kind === 'next') next = session.addressOf(visited.page.link ?? '', baseOf(visited), step);
  }
}

function planOf({ rows, link, empty, paging }: List): PagePlan {
  return {
    rows:
      rows.kind === 'table' ? { kind: 'table', at: rows.at, link } : { kind: 'items', at: rows.at, link, values: rows.values },
    signs: empty ? { empty: [empty] } : {},
    ...(paging.kind === 'next' && { link: paging.link }),
    ...(paging.kind === 'number' && paging.count && { values: { count: paging.count } }),
  };
}

function numbered(address: string, paging: Extract<List['paging'], { kind: 'number' }>, number: number): string {
  const url = new URL(address);
  url.searchParams.set(paging.parameter, String(paging.first + (number - 1) * paging.step));
  return url.href;
}

const baseOf = ({ url, page }: Visited): string => linkBase(url, page.base);

/** The rows of a page; none where the page shows that none are listed. */
function rowsOf({ status, page }: Visited, list: List, step: string, number: number): Result<readonly PageRow[], CollectProblem> {
  if (status === 404 || status === 410) return failed('page_changed', `${step}: the vendor no longer has it (status ${status}).`);
  if (page.rows.length === 0 && page.signs.includes('empty')) return ok([]);
  const { rows } = list;
  if (page.columns === null) return failed('page_changed', `${step}: no table matches “${rows.at}”.`);
  // A table that is empty still has its header; of cards nothing is left that shows that they belong here.
  if (rows.kind === 'items' && page.rows.length === 0 && !(number > 1 && list.paging.kind === 'number'))
    return failed('page_changed', `${step}: nothing matches “${rows.at}”, and nothing shows that no job is listed.`);
  const gone = rows.kind === 'table' ? goneColumn(page.columns, rows.columns) : goneValue(page.columns, page.rows, rows.required);
  if (gone !== undefined) return failed('page_changed', `${step}: “${gone}” is not where it was.`);
  if (rows.kind === 'table' && page.rows.length === 0 && list.empty && number === 1)
    return failed('page_changed', `${step}: the table is empty, and nothing shows that no job is listed.`);
  return ok(page.rows);
}

const plain = (text: string): string => text.trim().toLowerCase();

function goneColumn(columns: readonly string[], wanted: readonly string[]): string | undefined {
  const known = new Set(columns.map(plain));
  return wanted.find((column) => !known.has(plain(column)));
}

const goneValue = (columns: readonly string[], rows: readonly PageRow[], required: readonly string[]): string | undefined =>
  required.find((name) => rows.some(({ cells }) => !cells[columns.indexOf(name)]));

/** The number of the last page, if the page says it: the last number of its text. */
function lastPage({ page }: Visited, { paging }: List): number | null {
  if (paging.kind === 'none') return 1;
  if (paging.kind === 'next' || !paging.count) return null;
  const digits = /(\d{1,6})\D*$/.exec((page.values['count'] ?? '').replaceAll(/(?<=\d),(?=\d{3})/g, ''))?.[1];
  return digits === undefined ? null : Number(digits);
}

function isLast(visited: Visited, list: List, rows: number, number: number): boolean {
  if (list.paging.kind === 'next') return visited.page.link === null;
  const last = lastPage(visited, list);
  return rows === 0 || (last !== null && number >= last);
}

function jobOf({ cells, link }: PageRow, visited: Visited, session: Session): ListedJob {
  const columns = visited.page.columns ?? [];
  const values = new Map(columns.flatMap((column, at): [string, string][] => (cells[at] ? [[column, cells[at]]] : [])));
  const address = link === '' ? null : session.addressOf(link, baseOf(visited), 'The list');
  // A link out of the portal, such as one to a map, is no page of the job.
  return { values, address: address?.ok ? address.value : null };
}
