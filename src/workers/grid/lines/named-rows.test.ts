import { expect, test } from 'vitest';
import { packColumns } from '#domain/columns/pack-columns.ts';
import { createGridEngine } from '../../columns/grid-engine.ts';

const schema = {
  id: 'id',
  columns: [
    { key: 'id', type: 'number' },
    { key: 'source', type: 'number' },
    { key: 'name', type: 'text' },
    { key: 'above', type: 'text' },
  ],
  tree: { own: 'name', above: 'above', within: 'source' },
} as const;

/** Each fourth row is above the next three, and two sources use the same names. */
function families(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const inSource = at >> 1;
    const order = inSource - (inSource % 4);
    return { id: at + 1, source: at % 2, name: `J${inSource}`, above: inSource === order ? null : `J${order}` };
  });
}

/** For each row the position of the row above it, with plain objects. */
function plainParents(rows: ReturnType<typeof families>): number[] {
  const places = new Map(rows.map(({ source, name }, at) => [`${source} ${name}`, at]));
  return rows.map(({ source, above }) => (above === null ? -1 : (places.get(`${source} ${above}`) ?? -1)));
}

// With the larger number, the column of names keeps no dictionary.
for (const count of [400, 40_000])
  test(`the tree of ${count} rows has each row below the one that it names in its source, also after one is renamed`, () => {
    const rows = families(count);
    const engine = createGridEngine(schema);
    engine.load([packColumns(rows)]);
    expect([...(engine.tree()?.parents ?? [])]).toEqual(plainParents(rows));
    expect(engine.tree()?.counts[0]).toBe(3);
    const renamed = rows.map((row) => (row.id === 1 ? { ...row, name: 'renamed' } : row));
    engine.upsert(renamed.slice(0, 1));
    expect([...(engine.tree()?.parents ?? [])]).toEqual(plainParents(renamed));
    expect(engine.tree()?.counts[0]).toBe(0);
  });
