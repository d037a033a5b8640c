import { useEffect, useMemo, useRef, useState } from 'react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { catalogueSources } from '#domain/job-list/catalogue-fields.ts';
import { jobQuerySchema, type VendorTexts, vendorTextsIn } from '#domain/job-list/job-query.ts';
import { baseOf, conditionAt, viewConditions } from '#domain/job-list/staging-views.ts';
import type { Condition } from '#domain/query/condition.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { type JobConditions, jobConditions } from '#domain/staging/job-conditions.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { type JobSource, useGridClient, useGridNews, useJobSource } from '#src/entities/job/use-job-grid.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import type { SavedView } from '#src/entities/report-view/saved-views.ts';
import { useSurroundings } from '#src/entities/rule/use-surroundings.ts';
import { useSinceYouLeft } from '#src/entities/session/last-visit.ts';
import { useSession } from '#src/entities/session/session.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import type { SortKey } from '#src/ui/grid/model/grid-source.ts';
import type { ValuesOf } from '#src/ui/query/suggest.ts';
import { jobGridSchema } from '#src/workers/grid/job-grid-schema.ts';
import { type Groups, useGroups } from './use-groups.ts';
import { type OpenOrders, useOpenOrders } from './use-open-orders.ts';
import { type Pages, usePages } from './use-pages.ts';
import { useViewAddress, type ViewAddress } from './views/use-view-address.ts';
import { savedKey, tabViews, type ViewCounts } from './views/view-tabs.ts';

export type Staging = JobSource &
  ViewAddress & {
    readonly target: TargetRow | null;
    readonly schema: QuerySchema;
    readonly states: JobConditions;
    readonly sort: readonly SortKey[];
    /** The number of jobs in each view that has a tab. */
    readonly counts: ViewCounts | null;
    readonly groups: Groups;
    readonly orders: OpenOrders;
    readonly pages: Pages;
    readonly valuesOf: ValuesOf;
    /** The condition of a query's text in the current view. */
    readonly whereOf: (query: string) => Condition;
  };

const sortable: ReadonlySet<string> = new Set([
  ...[...jobGridSchema.columns, ...(jobGridSchema.derived ?? [])].filter(({ type }) => type !== 'json').map(({ key }) => key),
  ...catalogueSources,
]);

/** The state of the staging grid: reads the page's URL into rows, and writes it. */
export function useStaging(): Staging {
  const at = useViewAddress();
  const { address, saved } = at;
  const { ready: targetKnown, target } = useTarget(address.targetId);
  const { timeZone } = useFormat().preferences;
  const today = localToday(timeZone);
  const texts = useVendorTexts(address.query);
  const { sinceMs } = useSinceYouLeft();
  const { userId } = useSession().role;
  const names = useFieldNames();
  const schema = useMemo(
    () => jobQuerySchema(target, dayNumber(today) ?? 0, texts, { userId, sinceMs }, names),
    [target, today, texts, userId, sinceMs, names],
  );
  const states = useMemo(() => jobConditions(target), [target]);
  const whereOf = useMemo(
    () => (query: string) => conditionAt({ view: address.view, query }, { target, schema, today, timeZone }),
    [address.view, schema, target, timeZone, today],
  );
  // What is unmapped or may be posted depends on the target.
  const isKnown = targetKnown && saved.ready;
  const where = useMemo(() => (isKnown ? whereOf(address.query) : undefined), [whereOf, address.query, isKnown]);
  const sort = useMemo(() => address.sort.filter(({ key }) => sortable.has(key)), [address.sort]);
  const groups = useGroups(address.group, sort);
  const orders = useOpenOrders();
  const jobs = useJobSource(where, groups.sort, groups.grouping, orders.opened);
  const views = useMemo((): Record<string, Condition> => {
    const conditionOf = ({ id, body }: SavedView) =>
      [savedKey(id), conditionAt({ view: baseOf(body), query: body.query }, { target, schema, today, timeZone })] as const;
    return { ...viewConditions(states), ...Object.fromEntries(tabViews(saved).map(conditionOf)) };
  }, [states, saved, target, schema, today, timeZone]);
  const counts = useViewCounts(views, targetKnown && (jobs.news?.ready ?? false) && (jobs.news?.complete ?? false));
  const { client } = jobs;
  useSurroundings(client);
  const seenAt = target?.id ?? null;
  useEffect(() => void client.seeAt(seenAt).catch(() => undefined), [client, seenAt]);
  const valuesOf = useMemo<ValuesOf>(
    () => async (field, typed, limit) => {
      const facets = await client.facets(field.key, typed, limit);
      return facets.flatMap(({ value, count }) =>
        value === null || typeof value === 'object' ? [] : [{ value: String(value), count }],
      );
    },
    [client],
  );
  const pages = usePages(jobs.source, at.page, at.toPage);
  return { ...jobs, ...at, source: pages.source, pages, groups, orders, target, schema, states, sort, counts, valuesOf, whereOf };
}

/** Labels of the vendor texts that the query names. */
function useVendorTexts(query: string): VendorTexts {
  const ids = useMemo(() => vendorTextsIn(parseQuery(query, jobQuerySchema(null, 0)).chips), [query]);
  const { answer } = useGridAnswer(ids, async (client, asked) => {
    const texts = asked.length === 0 ? [] : await client.vendorTexts(asked);
    return asked.map((id, i) => [id, texts[i] ?? null] as const);
  });
  return useMemo(() => new Map(answer?.flatMap(([id, text]) => (text === null ? [] : [[id, text]]))), [answer]);
}

/** Shortest time between two counts: there are many, and users do not read them while rows stream in. */
const countApartMs = 200;

/** The number of jobs in each view; null until `isRead` all rows are read. */
function useViewCounts(views: Readonly<Record<string, Condition>>, isRead: boolean): Staging['counts'] {
  const client = useGridClient();
  const version = useGridNews(client)?.version;
  const [counts, setCounts] = useState<Staging['counts']>(null);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (version === undefined || !isRead) return;
    let stale = false;
    // Count a single change at once.
    const wait = askedAt.current + countApartMs - performance.now();
    const timer = setTimeout(() => {
      askedAt.current = performance.now();
      client.counts(Object.values(views)).then(
        (found) =>
          !stale && setCounts(Object.fromEntries(Object.keys(views).map((view, i) => [view, found[i] ?? 0])) as ViewCounts),
        () => undefined,
      );
    }, wait);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, version, views, isRead]);
  return counts;
}
