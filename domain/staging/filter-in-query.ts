import { mapKinds } from '../jobs/mapping-of.ts';
import type { Chip, SingleChip } from '../query/chip.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ParsedQuery, Place } from '../query/parsed-query.ts';
import { printQuery } from '../query/print-query.ts';
import type { QuerySchema } from '../query/query-schema.ts';
import {
  type FilterKey,
  filterParts,
  filterTextKeys,
  filterTexts,
  type JobFilter,
  mappedKeys,
  ruledFilter,
} from './documented-filter.ts';

type PlacedChip = Chip & Place;

/** A query seen as the documented filter. */
export type FilterInQuery = {
  readonly filter: JobFilter;
  /** The parts of the query that the filter can say, with their keys. */
  readonly read: readonly { readonly chip: PlacedChip; readonly keys: readonly FilterKey[] }[];
  /** The parts that it cannot say. */
  readonly others: readonly PlacedChip[];
};

/** Reads the parts of a query that the documented filter can say. Of two parts for one key, the first counts. */
export function filterInQuery({ chips }: Pick<ParsedQuery, 'chips'>): FilterInQuery {
  const read: { chip: PlacedChip; keys: readonly FilterKey[] }[] = [];
  const others: PlacedChip[] = [];
  let filter: JobFilter = {};
  for (const chip of chips) {
    const values = chip.kind === 'any' ? null : saidBy(chip);
    const keys = Object.keys(values ?? {}) as FilterKey[];
    if (values === null || keys.some((key) => filter[key] !== undefined)) {
      others.push(chip);
      continue;
    }
    filter = { ...filter, ...values };
    read.push({ chip, keys });
  }
  return { filter, read, others };
}

/**
 * The text of a query with some keys of the documented filter changed. Everything else that the person wrote stays as it is. New
 * parts come last.
 */
export function withFilter(text: string, schema: QuerySchema, change: JobFilter): string {
  const parsed = parseQuery(text, schema);
  const { filter, read } = filterInQuery(parsed);
  const changed = { ...filter, ...change };
  const next = 'newjobs' in change || 'jstatus' in change ? ruledFilter(changed) : changed;
  const gone = new Set<PlacedChip>();
  const added: SingleChip[] = [];
  for (const { keys, chips } of filterParts) {
    const after = chips(next);
    if (printQuery(chips(filter), schema) === printQuery(after, schema)) continue;
    for (const one of read) if (one.keys.some((key) => keys.includes(key))) gone.add(one.chip);
    added.push(...after);
  }
  return rewritten(text, parsed, gone, added, schema);
}

/** The text of a query without the parts of the documented filter. */
export function withoutFilter(text: string, schema: QuerySchema): string {
  const parsed = parseQuery(text, schema);
  return rewritten(text, parsed, new Set(filterInQuery(parsed).read.map(({ chip }) => chip)), [], schema);
}

function rewritten(
  text: string,
  { chips, problems }: ParsedQuery,
  gone: ReadonlySet<PlacedChip>,
  added: readonly SingleChip[],
  schema: QuerySchema,
): string {
  const kept = chips.filter((chip) => !gone.has(chip));
  const cut = [...gone].toSorted((a, b) => b.from - a.from).reduce(without, text);
  const next = [cut.trim(), printQuery(added, schema)].filter((part) => part !== '').join(' ');
  const reads = printQuery(parseQuery(next, schema).chips, schema);
  if (reads === printQuery([...kept, ...added], schema)) return next;
  // Words beside a part that went, or an open quote, would change the meaning: the parts are written one by one instead.
  const refused = problems.map((problem) => problem.text);
  return [printQuery([...kept, ...added], schema), ...refused].filter((part) => part !== '').join(' ');
}

const without = (text: string, { from, to }: Place): string => `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`;

/** What one part of a query says in keys of the filter; null if the filter has no word for it. */
function saidBy(chip: SingleChip): JobFilter | null {
  if (chip.kind === 'named')
    return chip.of === 'is' ? (namesRead.get(chip.names.map((name) => `${chip.not ? '-' : ''}${name}`).join()) ?? null) : null;
  if (chip.not) return null;
  switch (chip.kind) {
    case 'text':
      return saidByText(chip);
    case 'near':
      return { zip: chip.zip, distance: chip.miles };
    case 'number':
      return workTypeOf(chip);
    case 'date':
      return newJobsOf(chip);
    default:
      return null;
  }
}

/** Names after `is:` with what they say. A minus excludes. */
const namesRead: ReadonlyMap<string, JobFilter> = new Map<string, JobFilter>([
  ['posted', { imported: 2 }],
  ['-posted', { jstatus: 1 }],
  ['open', { jstatus: 2 }],
  ['cancelled', { jstatus: 3 }],
  ['held', { jstatus: 4 }],
  ['hidden', { jstatus: 5 }],
  ['submitted', { submitted: 1 }],
  ['-submitted', { submitted: 2 }],
  ['mapped', { mappingStatus: 1 }],
  ['unmapped', { mappingStatus: 2 }],
  ...mapKinds.flatMap((kind): [string, JobFilter][] => [
    [`-no${kind}`, { [mappedKeys[kind]]: 1 }],
    [`no${kind}`, { [mappedKeys[kind]]: 2 }],
  ]),
]);

function saidByText({ field, exact, values }: Extract<SingleChip, { kind: 'text' }>): JobFilter | null {
  const list = values.join(', ');
  if (exact && (field === 'state' || field === 'status')) {
    if (values.some((value) => value.includes(','))) return null;
    return field === 'state' ? { state: list } : { vendorStatus: list };
  }
  if (exact || values.length !== 1) return null;
  if (field === 'zip') return { zip: list };
  const key = filterTextKeys.find((one) => filterTexts[one] === field);
  return key === undefined ? null : { [key]: list };
}

function workTypeOf({ field, spans }: Extract<SingleChip, { kind: 'number' }>): JobFilter | null {
  const [span] = spans;
  if (field !== 'workType' || spans.length !== 1 || span?.op !== '=') return null;
  return span.value === 1 || span.value === 2 || span.value === 3 ? { wt: span.value } : null;
}

function newJobsOf({ field, spans }: Extract<SingleChip, { kind: 'date' }>): JobFilter | null {
  const [span] = spans;
  if (field !== 'firstSeenAt' || spans.length !== 1 || !span) return null;
  if (span.op === '<=' && span.value.kind === 'age' && span.value.days === 1) return { newjobs: 9 };
  if (span.op !== '..') return null;
  const [from, to] = [span.from, span.to];
  if ((from && from.kind !== 'on') || (to && to.kind !== 'on')) return null;
  return { newjobs: 10, ...(from && { sdate: from.day }), ...(to && { edate: to.day }) };
}
