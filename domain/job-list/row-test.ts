import { fold, holds, type Match } from '../columns/matching.ts';
import { zipKey } from '../places/zip-key.ts';
import type { Condition } from '../query/condition.ts';
import { ledToJobColumns, ownJobColumns } from './job-columns.ts';
import { columnType, type JobReader } from './job-reader.ts';

/** What a condition depends on beside the row. */
export type RowGround = {
  /** First millisecond of a day, counted from 1970, in a time zone. */
  readonly startOfDay: (day: number, zone: string) => number;
  /** Keys of the zip codes within so many miles of one; null for an unknown one. */
  readonly zipsNear: (zip: string, miles: number) => ReadonlySet<number> | null;
  /** The earliest value of a column of instants among the rows with the same number in another one. */
  readonly firstOf: (column: string, by: string, group: number) => number | undefined;
};

type Test = (row: JobReader) => boolean;
type Part<K extends Condition['kind']> = Extract<Condition, { kind: K }>;

/** How long a first collection takes: its jobs are a source's stock. */
const stockMs = 3_600_000;
const searched = [...ownJobColumns, ...ledToJobColumns]
  .filter(({ type, search }) => type === 'text' && search !== false)
  .map(({ key }) => key);

/** The test of one row for a condition: it finds the rows that a device finds. Throws for a column that jobs do not have. */
export function rowTest(condition: Condition, ground: RowGround): Test {
  switch (condition.kind) {
    case 'all': {
      const tests = condition.of.map((part) => rowTest(part, ground));
      return (row) => tests.every((test) => test(row));
    }
    case 'any': {
      const tests = condition.of.map((part) => rowTest(part, ground));
      return (row) => tests.some((test) => test(row));
    }
    case 'not': {
      const test = rowTest(condition.of, ground);
      return (row) => !test(row);
    }
    case 'ids': {
      const wanted = new Set(condition.ids.map(String));
      return (row) => wanted.has(String(row.id));
    }
    case 'word':
      return textTest(condition.columns ?? searched, condition.text, condition.whole ? 'word' : 'start');
    case 'contains':
    case 'equals':
      return textTest([condition.column], condition.text, condition.kind);
    default:
      return valueTest(condition, ground);
  }
}

function textTest(columns: readonly string[], text: string, how: Match): Test {
  const needle = fold(text);
  return (row) =>
    columns.some((key) => {
      const own = row.text(key);
      return own !== null && holds(fold(own), needle, how);
    });
}

function valueTest(condition: Part<'between' | 'days' | 'arrival' | 'near' | 'bits' | 'empty'>, ground: RowGround): Test {
  const { column } = condition;
  switch (condition.kind) {
    case 'between':
      return between(condition);
    case 'days':
      return days(condition, ground);
    case 'arrival':
      return arrival(condition, ground);
    case 'near': {
      const zips = ground.zipsNear(condition.zip, condition.miles);
      return (row) => {
        const own = row.text(column);
        const key = own === null ? null : zipKey(own);
        return key !== null && zips !== null && zips.has(key);
      };
    }
    case 'bits':
      return (row) => (row.number(column) & condition.mask) !== 0; // NaN & mask is 0
    case 'empty':
      return (row) => row.cell(column) === null;
  }
}

function between({ column, from, to, openFrom, openTo }: Part<'between'>): Test {
  return (row) => {
    const value = row.number(column);
    if (Number.isNaN(value)) return false;
    const isAbove = from === null || (openFrom ? value > from : value >= from);
    return isAbove && (to === null || (openTo ? value < to : value <= to));
  };
}

function days({ column, from, to, zone = 'UTC' }: Part<'days'>, { startOfDay }: RowGround): Test {
  if (columnType(column) !== 'instant') return between({ kind: 'between', column, from, to });
  const [first, last] = [from === null ? null : startOfDay(from, zone), to === null ? null : startOfDay(to + 1, zone)];
  return between({ kind: 'between', column, from: first, to: last, openTo: true });
}

function arrival({ column, by, from, zone = 'UTC' }: Part<'arrival'>, { startOfDay, firstOf }: RowGround): Test {
  const since = startOfDay(from, zone);
  return (row) => {
    const value = row.number(column);
    return value >= since && value > (firstOf(column, by, row.number(by)) ?? value) + stockMs;
  };
}
