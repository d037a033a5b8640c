import { no, ok, type Result } from '#contract/kit/result.ts';
import { type FeedProblem, UnreadableFeed } from '../files/feed-problem.ts';
import { columnName } from '../files/feed-table.ts';
import { pageLimits } from '../files/page-limits.ts';
import type { PageFacts, PagePlan, PageRow } from '../files/page-plan.ts';
import { decodePage } from './decode-page.ts';
import { formOf } from './page-form.ts';
import { rowsOf } from './page-rows.ts';
import { characterBudget, textOf, valueOf } from './page-text.ts';
import { find, isElement, isText, type PageElement, type PageNode, parsePage } from './parse-page.ts';

type Read = { readonly facts: PageFacts; readonly rows: readonly PageRow[] };

/** Takes from each page what the plan asks for. Pages share one limit of text. */
export function readPages(
  pages: readonly { readonly bytes: Uint8Array; readonly charset: string | null }[],
  plan: PagePlan,
): Result<readonly Read[], FeedProblem> {
  const count = characterBudget();
  try {
    return ok(pages.map(({ bytes, charset }) => readPage(parsePage(decodePage(bytes, charset)), plan, count)));
  } catch (fault) {
    if (fault instanceof UnreadableFeed) return no(fault.problem);
    throw fault;
  }
}

function readPage(page: readonly PageNode[], plan: PagePlan, count: (text: string) => string): Read {
  const list = plan.rows ? rowsOf(page, plan.rows, count) : null;
  return {
    facts: {
      signs: signsOf(page, plan.signs ?? {}),
      form: plan.form ? formOf(page, plan.form) : null,
      columns: list?.columns ?? null,
      values: valuesOf(page, plan.values ?? {}, count),
      labels: plan.labels === undefined ? {} : labelsOf(find(plan.labels, page), count),
      link: plan.link === undefined ? null : (hrefOf(find(plan.link, page)[0]) ?? null),
      base: hrefOf(find('base[href]', page)[0]) ?? '',
    },
    rows: list?.rows ?? [],
  };
}

function hrefOf(link: PageElement | undefined): string | undefined {
  const href = link?.attribs['href']?.trim().slice(0, 2000);
  return href === '' ? undefined : href;
}

function signsOf(page: readonly PageNode[], signs: NonNullable<PagePlan['signs']>): string[] {
  let all: string | undefined;
  const isShown = ({ at, text }: { readonly at?: string; readonly text?: string }): boolean => {
    const wanted = text?.toLowerCase();
    if (at === undefined) {
      all ??= textOf(page, pageLimits.controlLength).toLowerCase();
      return wanted !== undefined && all.includes(wanted);
    }
    const found = find(at, page);
    return wanted === undefined ? found.length > 0 : found.some((element) => textOf([element]).toLowerCase().includes(wanted));
  };
  return Object.keys(signs).filter((name) => signs[name]?.some(isShown));
}

function valuesOf(page: readonly PageNode[], values: NonNullable<PagePlan['values']>, count: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, { at, attribute }]) => {
      const [element] = find(at, page);
      return element ? [[name, count(valueOf(element, attribute))]] : [];
    }),
  );
}

/** Each label with the text that follows it, up to the next label beside it. The first of equal labels counts. */
function labelsOf(labels: readonly PageElement[], count: (text: string) => string): Record<string, string> {
  const known = new Set<PageNode>(labels);
  const found = new Map<string, string>();
  for (const label of labels) {
    const name = textOf([label]).replace(/\s*:\s*$/, '');
    const after: PageNode[] = [];
    for (let node = label.next; node !== null && !known.has(node) && after.length < 100; node = node.next) after.push(node);
    const value = textOf(after.filter((node) => isElement(node) || isText(node))).replace(/^:\s*/, '');
    const key = columnName(name, found.size);
    if (name !== '' && !found.has(key)) found.set(key, count(value));
  }
  return Object.fromEntries(found);
}
