import { describe, expect, test } from 'vitest';
import type { BlockColumn } from '#contract/kit/columns.ts';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { createGridEngine } from './grid-engine.ts';
import type { GridSchema } from './grid-schema.ts';

const HOUR_MS = 3_600_000;
const schema: GridSchema = {
  id: 'id',
  columns: [
    { key: 'id', type: 'number' },
    { key: 'facility', type: 'text' },
    { key: 'state', type: 'text', search: false },
    { key: 'rate', type: 'number' },
    { key: 'startDate', type: 'date' },
    { key: 'postedAt', type: 'instant' },
    { key: 'chgMap', type: 'bits' },
    { key: 'hot', type: 'flag' },
    { key: 'posts', type: 'json' },
    { key: 'facilityValueId', type: 'text' },
  ],
  derived: [
    { key: 'mapped', type: 'text', from: 'facilityValueId', lookup: 'facilities', pick: 'name' },
    { key: 'certainty', type: 'number', from: 'facilityValueId', lookup: 'facilities', pick: 'certainty' },
  ],
};
const mercy = {
  id: 1,
  facility: 'Mercy General',
  state: 'CA',
  rate: 78.5,
  startDate: '2026-06-14',
  postedAt: '2026-06-01T04:30:00.000Z',
  chgMap: 5,
  hot: true,
  posts: [{ targetId: 1 }],
  facilityValueId: 70,
};
const rose = { ...mercy, id: 2, facility: 'St Rose Siena', state: 'NV', rate: 71, hot: false, facilityValueId: 71, posts: [] };
const blank = { id: 3, facility: '', state: 'NV', chgMap: 0, hot: false };
// Central Standard Time all year: a day starts at 06:00 UTC.
const engineOf = (rows: readonly Readonly<Record<string, unknown>>[] = [mercy, rose, blank]) => {
  const engine = createGridEngine(schema, (day) => day * 24 * HOUR_MS + 6 * HOUR_MS);
  engine.load([packColumns(rows)]);
  return engine;
};
const many = <R extends object>(count: number, row: (i: number) => R) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, ...row(i) }));

describe('cells and windows', () => {
  test('instants stored as numbers in a block give the same cells as their texts, in a column of any type', () => {
    const texts = ['2026-06-01T04:30:00.000Z', null, '1969-12-31T23:59:59.999Z'];
    const values = Float64Array.from(texts, (text) => (text === null ? Number.NaN : Date.parse(text)));
    const keys = ['facility', 'startDate', 'postedAt', 'posts'];
    const cellsOf = (column: BlockColumn) => {
      const engine = engineOf([]);
      const columns = Object.fromEntries(keys.map((key) => [key, column]));
      engine.load([{ rows: 3, columns: { id: { kind: 'num', values: [1, 2, 3] }, ...columns } }]);
      engine.show({ where: null, sort: [{ key: 'id' }] });
      return engine.window(0, 3, keys).cells;
    };
    const cells = cellsOf({ kind: 'instant', values });
    expect(cells).toEqual(cellsOf({ kind: 'json', values: texts }));
    expect(cells).toEqual({ facility: texts, startDate: ['2026-06-01', null, '1969-12-31'], postedAt: texts, posts: texts });
  });

  test('a window holds the cells of its rows only, with the rows’ original values', () => {
    const engine = engineOf();
    engine.show({ where: null, sort: [{ key: 'rate' }] });
    const keys = ['facility', 'rate', 'startDate', 'postedAt', 'chgMap', 'hot', 'posts'];
    expect(engine.window(1, 3, keys)).toEqual({
      order: 2,
      version: 2,
      total: 3,
      count: 3,
      from: 1,
      ids: [1, 3],
      cells: {
        facility: ['Mercy General', null],
        rate: [78.5, null],
        startDate: ['2026-06-14', null],
        postedAt: ['2026-06-01T04:30:00.000Z', null],
        chgMap: [5, 0],
        hot: [true, false],
        posts: [[{ targetId: 1 }], null],
      },
    });
  });

  test('a window past the end is empty and reports the row count', () => {
    expect(engineOf().window(50, 90, ['rate'])).toMatchObject({ from: 3, ids: [], count: 3, cells: { rate: [] } });
  });

  test('a missing column is a bug, not an empty result', () => {
    expect(() => engineOf().window(0, 1, ['colour'])).toThrow('colour');
    expect(() => engineOf().show({ where: { kind: 'contains', column: 'rate', text: '7' }, sort: [] })).toThrow('rate');
    expect(() => engineOf().upsert([{ facility: 'no id' }])).toThrow('id');
  });
});

describe('rows are added and removed', () => {
  test('a row in a later block or change replaces the earlier one with its id', () => {
    const engine = engineOf();
    engine.load([packColumns([{ ...mercy, rate: 80 }])]);
    expect(engine.summary()).toMatchObject({ total: 3, count: 3 });
    engine.show({ where: { kind: 'between', column: 'rate', from: 80, to: 80 }, sort: [] });
    expect(engine.idsMatching(9)).toEqual([1]);
    expect(engine.upsert([{ ...mercy, rate: 81 }]).count).toBe(0);
    expect(engine.upsert([{ ...mercy, rate: 80 }]).count).toBe(1);
  });

  test('a field missing from a changed row becomes blank', () => {
    const engine = engineOf();
    engine.upsert([{ id: 1, facility: 'Mercy' }]);
    expect(engine.window(0, 1, ['facility', 'rate', 'state']).cells).toEqual({
      facility: ['Mercy'],
      rate: [null],
      state: [null],
    });
  });

  test('many changes at once give the same result as one by one', () => {
    const rows = many(300, (i) => ({ facility: `F${i % 7}`, rate: i % 11 }));
    const changed = many(200, (i) => ({ facility: `F${i % 5}`, rate: i % 13 }));
    const gone = rows.slice(150, 250).map((row) => row.id);
    const view = {
      where: { kind: 'not', of: { kind: 'contains', column: 'facility', text: 'f1' } },
      sort: [{ key: 'rate', descending: true }, { key: 'facility' }, { key: 'id' }],
    } as const;
    const [atOnce, singly] = [engineOf(rows), engineOf(rows)];
    atOnce.show(view);
    singly.show(view);
    atOnce.upsert(changed);
    atOnce.remove(gone);
    for (const row of changed) singly.upsert([row]);
    for (const id of gone) singly.remove([id]);
    expect(atOnce.idsMatching(500)).toEqual(singly.idsMatching(500));
    expect(atOnce.summary().total).toBe(200);
    expect(atOnce.idsMatching(500).length).toBeGreaterThan(100);
  });

  test('all rows are kept when single rows exceed the reserved space of the columns', () => {
    const engine = createGridEngine(schema);
    engine.show({ where: null, sort: [{ key: 'rate', descending: true }] });
    for (const row of many(700, (i) => ({ facility: `Facility ${i}`, rate: i }))) engine.upsert([row]);
    expect(engine.window(0, 2, ['facility', 'rate'])).toMatchObject({
      total: 700,
      cells: { facility: ['Facility 699', 'Facility 698'] },
    });
  });
});

describe('order and version', () => {
  test('a changed cell that moves no row changes only the version; one that moves, adds or removes a row changes the order too', () => {
    const engine = engineOf();
    engine.show({ where: null, sort: [{ key: 'rate' }] });
    const { order, version } = engine.summary();
    expect(engine.upsert([{ ...mercy, facility: 'Mercy East' }])).toMatchObject({ order, version: version + 1 });
    expect(engine.upsert([{ ...mercy, rate: 1 }])).toMatchObject({ order: order + 1 });
    expect(engine.upsert([{ ...mercy, id: 9 }])).toMatchObject({ order: order + 2, count: 4 });
    expect(engine.remove([9, 77])).toMatchObject({ order: order + 3, count: 3 });
    expect(engine.setLookup('facilities', [[70, { name: 'x' }]])).toMatchObject({ order: order + 3, version: version + 5 });
    expect(engine.ids(1, 3)).toEqual([2, 3]);
  });
});

describe('statistics of the shown rows', () => {
  test('facets count distinct values in the shown rows or in all rows, and filter them by the typed text', () => {
    const engine = engineOf();
    expect(engine.facets('state')).toEqual([
      { value: 'NV', count: 2 },
      { value: 'CA', count: 1 },
    ]);
    engine.show({ where: { kind: 'equals', column: 'state', text: 'nv' }, sort: [] });
    expect(engine.facets('facility', { typed: 'ROSE' })).toEqual([{ value: 'St Rose Siena', count: 1 }]);
    expect(engine.facets('state', { of: 'all', limit: 1 })).toEqual([{ value: 'NV', count: 2 }]);
    expect(engine.facets('state', { of: { kind: 'ids', ids: [1, 2] } }).map(({ count }) => count)).toEqual([1, 1]);
    expect(engine.idsWhere({ kind: 'equals', column: 'state', text: 'CA' }, 9)).toHaveLength(1);
    expect(engine.facets('rate')).toEqual([
      { value: 71, count: 1 },
      { value: null, count: 1 },
    ]);
  });

  test('sums skip blanks, counts of other conditions do not change the view, and a selection is counted against the view', () => {
    const engine = engineOf();
    engine.show({ where: { kind: 'equals', column: 'state', text: 'NV' }, sort: [] });
    expect(engine.sum('rate')).toBe(71);
    expect(engine.countOf({ kind: 'bits', column: 'chgMap', mask: 4 })).toBe(2);
    expect(engine.summary().count).toBe(2);
    expect(engine.countShown([1, 2, 99])).toBe(1);
    expect(engine.positionOf(3)).toBe(1);
    expect(engine.positionOf(1)).toBe(-1);
  });

  test('days of an instant follow the viewer’s time zone', () => {
    const engine = engineOf(); // posted on June 1 at 04:30 UTC, which is May 31 in the viewer's time zone
    const day = Date.UTC(2026, 4, 31) / (24 * HOUR_MS);
    const posted = (from: number) => engine.countOf({ kind: 'days', column: 'postedAt', from, to: from });
    expect([posted(day - 1), posted(day), posted(day + 1)]).toEqual([0, 2, 0]);
  });

  test('days of an instant follow the zone that the condition names, whatever the zone of the device', () => {
    const engine = createGridEngine(schema);
    engine.load([packColumns([{ ...mercy, postedAt: '2026-03-08T07:30:00.000Z' }])]);
    const day = Date.UTC(2026, 2, 8) / (24 * HOUR_MS);
    const posted = (from: number, zone: string) => engine.countOf({ kind: 'days', column: 'postedAt', from, to: from, zone });
    expect([posted(day, 'America/New_York'), posted(day - 1, 'America/Los_Angeles')]).toEqual([1, 1]);
    expect([posted(day - 1, 'America/New_York'), posted(day, 'America/Los_Angeles')]).toEqual([0, 0]);
  });
});

describe('numbers', () => {
  const asked = (rates: readonly number[], from: number | null, to: number | null) => {
    const engine = engineOf(many(rates.length, (i) => ({ rate: rates[i] })));
    engine.show({ where: { kind: 'between', column: 'rate', from, to }, sort: [] });
    return engine.window(0, 99, ['rate']).cells['rate'];
  };

  test('hundredths come back exactly and respect bounds between them', () => {
    const rates = [1.14, 1.15, 1.16, 4.35, 60.1, 0.29];
    expect(asked(rates, null, null)).toEqual(rates);
    expect(asked(rates, 1.145, 1.159)).toEqual([1.15]);
    expect(asked(rates, 1.141, 1.1599)).toEqual([1.15]);
    expect(asked(rates, 1.15, 4.35)).toEqual([1.15, 1.16, 4.35]);
  });

  test('integers, hundredths and fractions may be mixed in any order', () => {
    const rates = [7, -0.25, 2 ** 31, 1 / 3, 0, -5e-324, 21_474_836.48];
    expect(asked(rates, null, null)).toEqual(rates);
    expect(asked(rates, -0.25, 7)).toEqual([7, -0.25, 1 / 3, 0, -5e-324]);
  });

  test('zero and minus zero sort as the same number', () => {
    const engine = engineOf(many(3, (i) => ({ rate: [1 / 3, -0, 0][i] })));
    engine.show({ where: null, sort: [{ key: 'rate' }, { key: 'id', descending: true }] });
    expect(engine.idsMatching(9)).toEqual([3, 2, 1]);
  });
});

describe('looked-up columns', () => {
  const facilities = [
    [70, { name: 'Mercy Hospital Sacramento', certainty: 96 }],
    [71, { name: 'Dignity St. Rose', certainty: 64 }],
  ] as const;

  test('a mapping applies to all jobs that share the value, in filter, sort and cells', () => {
    const engine = engineOf();
    engine.setLookup('facilities', facilities);
    engine.show({ where: { kind: 'between', column: 'certainty', from: null, to: 90 }, sort: [{ key: 'mapped' }] });
    expect(engine.window(0, 9, ['mapped', 'certainty'])).toMatchObject({
      ids: [2],
      cells: { mapped: ['Dignity St. Rose'], certainty: [64] },
    });
    expect(engine.patchLookup('facilities', [[70, { name: 'A', certainty: 12 }]]).count).toBe(2);
    expect(engine.window(0, 9, ['mapped']).cells).toEqual({ mapped: ['A', 'Dignity St. Rose'] });
    expect(engine.patchLookup('facilities', [[71, null]]).count).toBe(1);
  });

  test('a job with a new value is looked up, and a search finds the mapped name', () => {
    const engine = engineOf();
    engine.setLookup('facilities', facilities);
    engine.show({ where: { kind: 'word', text: 'dignity' }, sort: [] });
    expect(engine.idsMatching(9)).toEqual([2]);
    engine.upsert([{ ...blank, facilityValueId: 72 }]);
    engine.patchLookup('facilities', [[72, { name: 'Dignity East', certainty: 1 }]]);
    expect(engine.idsMatching(9)).toEqual([2, 3]);
  });

  test('a changed mapping is read once per distinct value, however many jobs share it', () => {
    let reads = 0;
    const counted = {
      get name() {
        reads++;
        return 'Mercy';
      },
    };
    const engine = engineOf(many(5000, (i) => ({ facilityValueId: i % 10 })));
    engine.setLookup(
      'facilities',
      Array.from({ length: 10 }, (_, key) => [key, counted] as const),
    );
    engine.show({ where: { kind: 'contains', column: 'mapped', text: 'mercy' }, sort: [{ key: 'mapped' }] });
    expect(engine.summary().count).toBe(5000);
    expect(reads).toBe(10);
    engine.patchLookup('facilities', [[3, counted]]);
    expect(reads).toBe(11);
  });
});

describe('many rows', () => {
  const count = 70_000;
  const rows = many(count, (i) => ({
    facility: `Job text ${(i * 7919) % count}`,
    state: `S${i % 300}`,
    rate: i % 2 ? i : i + 0.25,
  }));

  test('distinct texts per row, codes of every width, and fractions among integers give the same results', () => {
    const engine = createGridEngine(schema);
    engine.load([packColumns(rows.slice(0, 40_000)), packColumns(rows.slice(40_000))]);
    engine.show({ where: { kind: 'equals', column: 'facility', text: 'job TEXT 69999' }, sort: [] });
    expect(engine.idsMatching(9)).toEqual(rows.filter((row) => row.facility === 'Job text 69999').map((row) => row.id));
    engine.show({ where: { kind: 'contains', column: 'facility', text: '6999' }, sort: [{ key: 'facility', descending: true }] });
    const expected = rows.filter((row) => row.facility.includes('6999')).sort((a, b) => (a.facility < b.facility ? 1 : -1));
    expect(engine.idsMatching(99)).toEqual(expected.map((row) => row.id));
    expect(engine.countOf({ kind: 'equals', column: 'state', text: 's299' })).toBe(
      rows.filter((row) => row.state === 'S299').length,
    );
    expect(engine.countOf({ kind: 'between', column: 'rate', from: 10.25, to: 12 })).toBe(2);
    expect(engine.facets('facility', { of: 'all', typed: 'text 12345' })).toEqual([{ value: 'Job text 12345', count: 1 }]);
  });

  test('texts that were made ready for searches ahead take less memory and are found as before', () => {
    const engine = createGridEngine(schema);
    const notes = many(40_000, (i) => ({ facility: `Float to room ${i % 200} and unit ${Math.floor(i / 200)} at weekends` }));
    engine.load([packColumns(notes)]);
    const before = engine.bytes();
    const steps = engine.prepareSearches();
    let count = 1;
    while (!steps.next().done) count++;
    expect(count).toBeGreaterThan(5);
    expect(engine.bytes()).toBeLessThan(before * 0.9);
    engine.show({ where: { kind: 'contains', column: 'facility', text: 'UNIT 19 at week' }, sort: [] });
    expect(engine.summary().count).toBe(200);
    engine.show({ where: { kind: 'word', text: '199 and unit 7', whole: true, columns: ['facility'] }, sort: [] });
    expect(engine.idsMatching(9)).toEqual([1600]);
    expect(engine.cellsOf([1600], ['facility'])['facility']).toEqual(['Float to room 199 and unit 7 at weekends']);
  });

  test('a dictionary of more than 65,536 texts keeps its codes distinct when other columns depend on it', () => {
    const engine = createGridEngine(schema);
    engine.load([packColumns(many(count, (i) => ({ facilityValueId: i })))]);
    engine.patchLookup('facilities', [
      [69_999, { name: 'last' }],
      [69_999 - 65_536, { name: 'other' }],
    ]);
    engine.show({ where: { kind: 'equals', column: 'mapped', text: 'last' }, sort: [] });
    expect(engine.idsMatching(9)).toEqual([count]);
  });

  test('one changed row moves to its place in a sorted result of all rows', () => {
    const engine = createGridEngine(schema);
    engine.load([packColumns(rows)]);
    engine.show({ where: null, sort: [{ key: 'facility' }] });
    engine.upsert([{ id: 5, facility: 'Job text 2' }]);
    const before = engine.window(engine.positionOf(5) - 1, engine.positionOf(5) + 2, ['facility']).cells['facility'];
    expect(before).toEqual(['Job text 19999', 'Job text 2', 'Job text 2']);
    engine.upsert([{ id: count + 1, facility: 'A first text' }]);
    expect(engine.idsMatching(1)).toEqual([count + 1]);
  });
});
