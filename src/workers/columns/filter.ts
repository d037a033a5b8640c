import { zipKey } from '#domain/places/zip-key.ts';
import type { Condition } from '#domain/query/condition.ts';
import { asAsked, asNumbers, asText } from './any-column.ts';
import { arrival } from './arrival.ts';
import { type Bitmap, keepBits, setBit } from './bits/bitmap.ts';
import { everyOf, noneOf, scanOf, someOf } from './bits/scan.ts';
import type { Ground, StartOfDay, Test, ZipsNear } from './column.ts';
import type { GridSchema } from './grid-schema.ts';
import type { Table } from './table.ts';

/**
 * Compiles a condition into one test over the table. Throws for a missing column or one that does not support the condition,
 * since that is a bug.
 */
export function compile(condition: Condition, table: Table, ground: Ground): Test {
  switch (condition.kind) {
    case 'all':
      return combined(parts(condition.of), true);
    case 'any':
      return combined(parts(condition.of), false);
    case 'not':
      return negated(compile(condition.of, table, ground));
    case 'word':
      return combined(
        (condition.columns ?? searched(table.schema)).map((key) =>
          asText(table.column(key), key).text(condition.text, condition.whole ? 'word' : 'start'),
        ),
        false,
      );
    case 'contains':
    case 'equals':
      return asText(table.column(condition.column), condition.column).text(condition.text, condition.kind);
    case 'between':
      return asNumbers(table.column(condition.column), condition.column).between(
        condition.from === null ? Number.NEGATIVE_INFINITY : condition.openFrom ? nextTo(condition.from, 1) : condition.from,
        condition.to === null ? Number.POSITIVE_INFINITY : condition.openTo ? nextTo(condition.to, -1) : condition.to,
      );
    case 'days':
      return days(condition, table, ground.startOfDay);
    case 'arrival':
      return arrival(condition, table, ground.startOfDay);
    case 'near':
      return near(condition, table, ground.zipsNear);
    case 'bits':
      return asNumbers(table.column(condition.column), condition.column).bits(condition.mask);
    case 'empty':
      return asAsked(table.column(condition.column), condition.column).empty();
    case 'ids':
      break;
  }
  return amongIds(condition.ids, table);

  function parts(of: readonly Condition[]): Test[] {
    return of.map((part) => compile(part, table, ground));
  }
}

function searched(schema: GridSchema): string[] {
  return [...schema.columns, ...(schema.derived ?? [])].filter((c) => c.type === 'text' && c.search !== false).map((c) => c.key);
}

function combined(tests: readonly Test[], every: boolean): Test {
  return {
    scan: () => {
      const scans = tests.map((test) => test.scan());
      return every ? everyOf(scans) : someOf(scans);
    },
    test: (row) => (every ? tests.every((t) => t.test(row)) : tests.some((t) => t.test(row))),
  };
}

const negated = (of: Test): Test => ({ scan: () => noneOf(of.scan()), test: (row) => !of.test(row) });

function days(condition: Extract<Condition, { kind: 'days' }>, table: Table, startOfDay: StartOfDay): Test {
  const { column, from, to, zone } = condition;
  const all = [...table.schema.columns, ...(table.schema.derived ?? [])];
  if (all.find((c) => c.key === column)?.type === 'instant') {
    return asNumbers(table.column(column), column).between(
      from === null ? Number.NEGATIVE_INFINITY : startOfDay(from, zone),
      to === null ? Number.POSITIVE_INFINITY : startOfDay(to + 1, zone) - 1,
    );
  }
  return asNumbers(table.column(column), column).between(from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY);
}

function near({ column, zip, miles }: Extract<Condition, { kind: 'near' }>, table: Table, zipsNear: ZipsNear): Test {
  const zips = zipsNear(zip, miles);
  return asText(table.column(column), column).where((text) => {
    const key = zips && zipKey(text);
    return key !== null && zips !== null && zips.has(key);
  });
}

function amongIds(ids: readonly (string | number)[], table: Table): Test {
  const wanted = new Set(ids.map(String));
  const test = (row: number) => wanted.has(String(table.idAt(row)));
  const mark = (out: Bitmap) => {
    out.fill(0);
    for (const id of ids) {
      const row = table.positionOf(id);
      if (row !== undefined) setBit(out, row, true);
    }
  };
  return { scan: () => scanOf(ids.length / Math.max(table.size, 1), mark, (bits) => keepBits(bits, test)), test };
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The next double above or below. Turns an exclusive bound into an inclusive one. */
function nextTo(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  double[0] = value;
  bits[0] = (bits[0] ?? 0n) + BigInt(value > 0 ? direction : -direction);
  return double[0];
}
