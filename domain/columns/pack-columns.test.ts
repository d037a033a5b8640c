import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WireColumns } from '#contract/kit/columns.ts';
import { packColumns, unpackColumns } from './pack-columns.ts';

describe('blocks of columns', () => {
  test('texts become a dictionary, numbers stay, the rest is JSON, and an all-null column is left out', () => {
    const rows = [
      { state: 'TX', rate: 60.5, hot: true, note: null, mixed: 1 },
      { state: 'CA', rate: null, hot: false, note: undefined, mixed: 'a' },
      { state: 'TX', rate: 61, hot: true },
    ];
    expect(packColumns(rows)).toEqual({
      rows: 3,
      columns: {
        state: { kind: 'dict', values: ['TX', 'CA'], codes: [0, 1, 0] },
        rate: { kind: 'num', values: [60.5, null, 61] },
        hot: { kind: 'json', values: [true, false, true] },
        mixed: { kind: 'json', values: [1, 'a', null] },
      },
    });
  });

  test('numbers, booleans and lists that many rows share are stored once; a single row needs no dictionary', () => {
    const rows = Array.from({ length: 8 }, (_, i) => ({
      id: i,
      rate: i % 2 ? 60.5 : null,
      hot: i % 2 === 0,
      tags: i < 4 ? ['a'] : [],
    }));
    const { id, rate, hot, tags } = packColumns(rows).columns;
    expect(id).toEqual({ kind: 'num', values: [0, 1, 2, 3, 4, 5, 6, 7] });
    expect(rate).toEqual({ kind: 'dict', values: [null, 60.5], codes: [0, 1, 0, 1, 0, 1, 0, 1] });
    expect(hot).toEqual({ kind: 'dict', values: [true, false], codes: [0, 1, 0, 1, 0, 1, 0, 1] });
    expect(tags).toEqual({ kind: 'dict', values: [['a'], []], codes: [0, 0, 0, 0, 1, 1, 1, 1] });
    expect(packColumns([{ id: 7 }]).columns['id']).toEqual({ kind: 'num', values: [7] });
  });

  test('rows are unchanged after packing, JSON and unpacking', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      fc.boolean(),
    );
    const column = fc.oneof(
      fc.constant(fc.constantFrom(null, 'x', 'y')),
      fc.constant(fc.option(fc.integer())),
      fc.constant(value),
    );
    let cells = 0;
    fc.assert(
      fc.property(fc.tuple(column, column), fc.nat(20), (kinds, count) => {
        const [a, b] = kinds;
        const rows = fc.sample(fc.record({ a, b }), { numRuns: count, seed: count });
        const block: unknown = JSON.parse(JSON.stringify(packColumns(rows)));
        const back = unpackColumns(WireColumns.parse(block));
        expect(back.map((row) => ({ a: null, b: null, ...row }))).toEqual(rows);
        cells += rows.length * 2;
      }),
      { seed: 20_261, numRuns: 200 },
    );
    expect(cells).toBeGreaterThan(1000);
  });
});
