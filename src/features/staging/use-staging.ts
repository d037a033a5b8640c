import { useEffect, useMemo, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { Condition } from '#domain/query/condition.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { type JobConditions, jobConditions } from '#domain/staging/job-conditions.ts';
import { jobQuerySchema, type VendorTexts, vendorTextsIn } from '#src/entities/job/job-query.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { type JobSource, useGridClient, useGridNews, useJobSource } from '#src/entities/job/use-job-grid.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import { useSinceYouLeft } from '#src/entities/session/last-visit.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import type { SortKey } from '#src/ui/grid/model/grid-source.ts';
import type { ValuesOf } from '#src/ui/query/suggest.ts';
import { jobGridSchema } from '#src/workers/grid/job-grid-schema.ts';
import { readAddress, type StagingAddress, type StagingView, stagingViews, withAddress } from './views/staging-address.ts';
import { conditionAt, viewConditions } from './views/staging-views.ts';

export type Staging = JobSource & {
  readonly address: StagingAddress;
  readonly go: (next: Partial<StagingAddress>) => void;
  readonly target: TargetRow | null;
  readonly schema: QuerySchema;
  readonly states: JobConditions;
  readonly sort: readonly SortKey[];
  readonly counts: Readonly<Record<StagingView, number>> | null;
  readonly valuesOf: ValuesOf;
  /** The condition of a query's text in the current view. */
  readonly whereOf: (query: string) => Condition;
};

const sortable: ReadonlySet<string> = new Set(
  [...jobGridSchema.columns, ...(jobGridSchema.derived ?? [])].filter(({ type }) => type !== 'json').map(({ key }) => key),
);

/** The state of the staging grid: reads the page's URL into rows, and writes it. */
export function useStaging(): Staging {
  const { all } = useParams();
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readAddress(params, all === '1'), [params, all]);
  const { ready: targetKnown, target } = useTarget(address.targetId);
  const { timeZone } = useFormat().preferences;
  const today = localToday(timeZone);
  const texts = useVendorTexts(address.query);
  const { sinceMs } = useSinceYouLeft();
  const schema = useMemo(() => jobQuerySchema(target, dayNumber(today) ?? 0, texts, sinceMs), [target, today, texts, sinceMs]);
  const states = useMemo(() => jobConditions(target), [target]);
  const views = useMemo(() => viewConditions(states), [states]);
  const whereOf = useMemo(
    () => (query: string) => conditionAt({ view: address.view, query }, { target, schema, today, timeZone }),
    [address.view, schema, target, timeZone, today],
  );
  // What is unmapped or may be posted depends on the target.
  const where = useMemo(() => (targetKnown ? whereOf(address.query) : undefined), [whereOf, address.query, targetKnown]);
  const sort = useMemo(() => address.sort.filter(({ key }) => sortable.has(key)), [address.sort]);
  const jobs = useJobSource(where, sort);
  const counts = useViewCounts(views, targetKnown && (jobs.news?.ready ?? false) && (jobs.news?.complete ?? false));
  const { client } = jobs;
  const valuesOf = useMemo<ValuesOf>(
    () => async (field, typed, limit) => {
      const facets = await client.facets(field.key, typed, limit);
      return facets.flatMap(({ value, count }) =>
        value === null || typeof value === 'object' ? [] : [{ value: String(value), count }],
      );
    },
    [client],
  );
  const go = (next: Partial<StagingAddress>) =>
    setParams((now) => withAddress(now, { ...readAddress(now, all === '1'), ...next }), {
      replace: true,
      preventScrollReset: true,
    });
  return { ...jobs, address, go, target, schema, states, sort, counts, valuesOf, whereOf };
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
function useViewCounts(views: Record<StagingView, Condition>, isRead: boolean): Staging['counts'] {
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
      client.counts(stagingViews.map((view) => views[view])).then(
        (found) =>
          !stale &&
          setCounts(Object.fromEntries(stagingViews.map((view, i) => [view, found[i] ?? 0])) as Record<StagingView, number>),
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
