import type { ColumnMapping, FeedField } from '#contract/collecting/column-mapping.ts';
import { comparable } from '#domain/file-columns/header-words.ts';
import { type ParsedRate, parseRate, type RateUnit } from '#domain/parsing/parse-rate.ts';
import { type Absent, type Refused, refuse, saysNothing, tidy, type ValueProblem } from '#domain/parsing/value-problem.ts';
import type { FieldAliases } from './field-aliases.ts';

/** A problem of one row. `column` is the feed's name for the value. */
export type RowProblem = ValueProblem & { readonly column: string };

type Source = { readonly column: string; readonly hint: boolean };

/** The columns of a feed that fill each field, best first. */
export type ColumnPlan = ReadonlyMap<FeedField, readonly Source[]>;

/**
 * Finds the columns of a feed that fill each field, once per feed: those that `mapping` gives the field, then those that the aliases
 * name. A column that `mapping` gives another field, or null, is not used.
 */
export function planColumns(columns: readonly string[], aliases: FieldAliases, mapping: ColumnMapping = {}): ColumnPlan {
  const byName = new Map<string, string>();
  for (const column of columns) if (!byName.has(comparable(column))) byName.set(comparable(column), column);
  const mapped = new Map(
    columns.flatMap((column) => (Object.hasOwn(mapping, column) ? [[column, mapping[column]] as const] : [])),
  );
  const plan = new Map<FeedField, readonly Source[]>();
  for (const [field, names] of Object.entries(aliases) as [FeedField, readonly string[]][]) {
    const named = names.flatMap((name): Source[] => {
      const column = byName.get(comparable(name));
      if (column === undefined || (mapped.has(column) && mapped.get(column) !== field)) return [];
      return [{ column, hint: name.startsWith('?') }];
    });
    const others = [...mapped].filter(([column, to]) => to === field && !named.some((source) => source.column === column));
    const sources = [...others.map(([column]) => ({ column, hint: false })), ...named];
    if (sources.length > 0) plan.set(field, sources);
  }
  return plan;
}

/**
 * Fields without which a job would be another one: where it is, when it starts, what it pays. An invalid value of any other field is a
 * warning, and the job is staged without it.
 */
const decisive: ReadonlySet<FeedField> = new Set<FeedField>([
  'providerJobId',
  'status',
  'state',
  'place',
  'startDate',
  'endDate',
  'dateRange',
  'billRate',
  'currency',
]);

type Parsed = { readonly kind: string };
type Cell = Source & { readonly text: string };
const NOTHING: readonly Cell[] = [];

/**
 * Reads one record field by field. It collects the problems of invalid values, those of optional fields as `warnings`, and tracks
 * which columns were used: all others go into `extra`.
 */
export function recordReader(record: ReadonlyMap<string, string>, plan: ColumnPlan) {
  const [problems, warnings]: [RowProblem[], RowProblem[]] = [[], []];
  const used = new Set<string>();

  const cells = (field: FeedField): readonly Cell[] => {
    const sources = plan.get(field);
    // Runs 65 times per row, and most feeds fill few of the fields.
    if (sources === undefined) return NOTHING;
    return sources.flatMap(({ column, hint }) => {
      const text = record.get(column) ?? '';
      return saysNothing(text) ? [] : [{ column, hint, text }];
    });
  };

  /** The first value as one line of at most `longest` characters. */
  const line = (field: FeedField, longest = 500): string | null => {
    const [cell] = cells(field);
    if (!cell) return null;
    used.add(cell.column);
    return tidy(cell.text, longest) || null;
  };

  /** The first value, parsed. An invalid value is a problem or a warning of the row, unless the column is only a hint. */
  const value = <T extends Parsed>(field: FeedField, parse: (text: string) => T | Absent | Refused): T | undefined => {
    for (const { column, text, hint } of cells(field)) {
      const read = parse(text);
      if (isAbsent(read) || (hint && isRefused(read))) continue;
      if (isRefused(read)) {
        (decisive.has(field) ? problems : warnings).push({ ...read.problem, column });
        return undefined;
      }
      used.add(column);
      return read;
    }
    return undefined;
  };

  /** An amount in one of the units that fit the field. Another column with a value replaces a zero. */
  const amount = (field: FeedField, units: readonly RateUnit[]): Extract<ParsedRate, { kind: 'rate' }> | undefined => {
    const read = value(field, (text) => inUnit(parseRate(text, field), field, text, units));
    if (read?.amount !== 0) return read;
    const better = cells(field)
      .map(({ column, text }) => ({ column, rate: inUnit(parseRate(text, field), field, text, units) }))
      .find(({ rate }) => rate.kind === 'rate' && rate.amount > 0);
    if (better?.rate.kind !== 'rate') return read;
    used.add(better.column);
    return better.rate;
  };

  return {
    problems,
    warnings,
    line,
    value,
    amount,
    /** The first value with its line breaks. */
    text: (field: FeedField): string | null => {
      const [cell] = cells(field);
      if (cell) used.add(cell.column);
      return cell ? cell.text.trim() : null;
    },
    /** Refuses the row because of a field whose values are valid separately. */
    refuse: (field: FeedField, text: string, problem: string, remedy: string) =>
      problems.push({ ...refuse(field, text, problem, remedy).problem, column: cells(field)[0]?.column ?? '' }),
    /** Also keeps the text of a field in `extra`, because the job's value holds only part of it. */
    keep: (field: FeedField): void => {
      for (const { column } of cells(field)) used.delete(column);
    },
    extra: (): Record<string, string> =>
      Object.fromEntries([...record].filter(([column, text]) => !used.has(column) && text.trim() !== '')),
  };
}

export type RecordReader = ReturnType<typeof recordReader>;

const isRefused = (read: Parsed): read is Refused => read.kind === 'refused';
const isAbsent = (read: Parsed): read is Absent => read.kind === 'none';

function inUnit(rate: ParsedRate, field: FeedField, text: string, units: readonly RateUnit[]): ParsedRate {
  if (rate.kind !== 'rate' || rate.unit === undefined || units.includes(rate.unit)) return rate;
  const said = rate.unit === 'percent' ? 'a percentage' : `per ${rate.unit}`;
  const wanted = units[0] === 'percent' ? 'a percentage' : units.length === 0 ? 'a sum' : `per ${units[0]}`;
  return refuse(
    field,
    text,
    `This is ${said}; the field is ${wanted}.`,
    'Map the column to the field of that unit, or ask the vendor for the other.',
  );
}
