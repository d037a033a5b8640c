import { type Condition, inZone } from '../../query/condition.ts';
import { conditionOf } from '../../query/condition-of.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { QuerySchema } from '../../query/query-schema.ts';
import { filterChips } from '../../staging/documented-filter.ts';
import { jobFilterAt } from './job-report-filter.ts';

/** For whom jobs are asked: what queries may say, and their day and zone. */
export type QueryAt = { readonly schema: QuerySchema; readonly today: string; readonly timeZone: string };

/**
 * The jobs that an address of the jobs report finds: those of its filters and of its search, which reads the query language of the
 * staging grid. `value` gives a filter by its name.
 */
export function jobReportWhere(value: (name: string) => string, search: string, { schema, today, timeZone }: QueryAt): Condition {
  const chips = [...filterChips(jobFilterAt(value)), ...parseQuery(search, schema).chips];
  return inZone(conditionOf(chips, schema, today), timeZone);
}

/** The order of the jobs report: by one column, and those that are equal by the vendor's number. */
export const jobReportSort = (key: string, descending: boolean) => [
  { key, descending },
  { key: 'providerJobId', descending: false },
];

/** What only a device can say of jobs: what came since its user left. */
const ofDevice: ReadonlySet<string> = new Set(['newsince', 'ratesince', 'canceledsince']);

/** Whether a query asks for what only a device knows. `schema` is one with a moment at which the user left. */
export const asksDevice = (query: string, schema: QuerySchema): boolean =>
  parseQuery(query, schema)
    .chips.flatMap((chip) => (chip.kind === 'any' ? chip.of : [chip]))
    .some((chip) => chip.kind === 'named' && chip.names.some((name) => ofDevice.has(name)));
