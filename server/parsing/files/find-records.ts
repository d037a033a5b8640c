import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';
import { type BadRow, type FeedFormat, type FeedTable, rowBudget, tableBuilder } from './feed-table.ts';
import { type Branch, flatten, isBranch, type Tree, tooDeep } from './flatten.ts';

const JOB_LIST =
  /^(?:jobs?|records?|data|results?|items?|rows?|positions?|requisitions?|orders?|(?:job|staffing)_?orders?|listings?|vacanc(?:y|ies)|offers?|content)$/i;

/** Elements that are one job each even where they come alone; what is inside them is no list of jobs. */
const ONE_JOB = /^staffing_?order$/i;

type List = { readonly name: string; readonly items: readonly Tree[] };

/**
 * Finds the jobs in a parsed document and returns them as a table: the list whose objects have the most data, with a bonus for
 * names such as `jobs` or `records`. Lists inside a record belong to it. A document with a single job is read, too.
 */
export function tableOfTree(root: Tree, format: FeedFormat): FeedTable {
  const list = bestList(listsIn(root)) ?? loneRecord(root);
  if (!list)
    throw new UnreadableFeed('no_records', 'The file holds no list of jobs. Check that this is the address of the job feed.');
  const builder = tableBuilder();
  const badRows: BadRow[] = [];
  const budget = rowBudget();
  for (const [index, item] of list.items.entries()) {
    const record = isBranch(item) ? flatten(item) : undefined;
    if (!budget.take(record?.size ?? 1)) break;
    if (record && record.size > 0) builder.add(index + 1, record);
    else badRows.push({ row: index + 1, problem: 'This entry of the list is not a record.', shown: shownOf(item) });
  }
  return { format, columns: builder.columns(), rows: builder.rows(), badRows, ...budget.truncated() };
}

const shownOf = (item: Tree): string => (typeof item === 'object' ? JSON.stringify(item) : String(item)).slice(0, 120);

function listsIn(root: Tree): readonly List[] {
  const lists: List[] = [];
  const walk = (value: Tree, name: string, depth: number): void => {
    if (depth > feedLimits.depth) throw tooDeep();
    if (Array.isArray(value)) {
      // An empty list is a valid reply: no open jobs.
      if (value.length === 0 || value.some(isBranch)) lists.push({ name, items: value });
      else value.forEach((item: Tree) => walk(item, name, depth + 1));
    } else if (isBranch(value)) {
      if (ONE_JOB.test(name)) lists.push({ name, items: [value] });
      else for (const [key, inner] of Object.entries(value)) walk(inner, key, depth + 1);
    }
  };
  walk(root, '', 0);
  return lists;
}

function bestList(lists: readonly List[]): List | undefined {
  const told = lists.filter(({ items, name }) => items.length > 0 || name === '' || JOB_LIST.test(name));
  return told.map((list) => ({ list, weight: weightOf(list) })).sort((a, b) => b.weight - a.weight)[0]?.list;
}

function weightOf({ name, items }: List): number {
  const sample = items.slice(0, 50).filter(isBranch);
  const fields = sample.reduce((sum, item) => sum + Object.keys(item).length, 0);
  return (fields / Math.max(sample.length, 1)) * items.length * (JOB_LIST.test(name) ? 10 : 1);
}

/** Without a list, the object with the most data is a single job. A record has at least three plain fields. */
function loneRecord(root: Tree): List | undefined {
  let best: { record: Branch; fields: number } | undefined;
  const walk = (value: Tree, depth: number): void => {
    if (depth > feedLimits.depth) throw tooDeep();
    if (!isBranch(value)) return;
    const fields = Object.values(value).filter((inner) => typeof inner !== 'object').length;
    if (fields >= 3 && fields > (best?.fields ?? 0)) best = { record: value, fields };
    for (const inner of Object.values(value)) walk(inner, depth + 1);
  };
  walk(root, 0);
  return best && { name: '', items: [best.record] };
}
