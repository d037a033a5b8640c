import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGridEngine } from '../../columns/grid-engine.ts';
import { type Grouping, ungrouped } from './group-lines.ts';
import { ShownRows } from './shown-rows.ts';

type Row = {
  readonly id: number;
  readonly source: number;
  readonly name: string;
  readonly above: string | null;
  readonly rate: number;
  readonly open: number;
};

const most = 14;
const row = fc.record({
  id: fc.integer({ min: 1, max: most }),
  source: fc.integer({ min: 1, max: 2 }),
  above: fc.option(fc.integer({ min: 1, max: most }).map((id) => `J${id}`)),
  rate: fc.integer({ min: 1, max: 5 }),
  open: fc.integer({ min: 0, max: 1 }),
});
const named = row.map((each): Row => ({ ...each, name: `J${each.id}` }));
const rows = fc.uniqueArray(named, { selector: ({ id }) => id, minLength: 3, maxLength: most });
const opened = fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 8 });

const schema = {
  id: 'id',
  columns: [
    { key: 'id', type: 'number' },
    { key: 'source', type: 'number' },
    { key: 'name', type: 'text' },
    { key: 'above', type: 'text' },
    { key: 'rate', type: 'number' },
    { key: 'open', type: 'number' },
  ],
  tree: { own: 'name', above: 'above', within: 'source' },
} as const;
const view = { where: { kind: 'between', column: 'open', from: 1, to: 1 }, sort: [{ key: 'rate', descending: true }] } as const;

function shownRows(start: readonly Row[]) {
  const engine = createGridEngine(schema);
  const shown = new ShownRows(engine);
  engine.upsert(start);
  const show = (ids: readonly number[] | null, grouping: Grouping = ungrouped) => shown.show({ ...view, opened: ids, grouping });
  return { engine, shown, show };
}

/** The rows above each row, with plain objects: none for one in a circle, or that names no row. */
function above(all: readonly Row[], row: Row): Row | null {
  const direct = (one: Row) => all.find(({ name, source }) => name === one.above && source === one.source) ?? null;
  let at = direct(row);
  for (let steps = 0; at && steps < all.length; steps++) at = direct(at);
  return at ? null : direct(row);
}

type Line = { readonly id: number; readonly depth: number; readonly isOther: boolean };

/** The lines that a view shows, with plain objects. */
function plainLines(all: readonly Row[], ids: readonly number[]): Line[] {
  const sorted = [...all].sort((a, b) => b.rate - a.rate || all.indexOf(a) - all.indexOf(b));
  const isOpen = (one: Row) => ids.includes(one.id);
  const isHere = (one: Row): boolean => {
    const upper = above(all, one);
    return one.open === 1 || (upper !== null && isOpen(upper) && isHere(upper));
  };
  const isTop = (one: Row) => {
    const upper = above(all, one);
    // A row of the view is not hidden below a closed row that is not.
    return one.open === 1 && (upper === null || !(upper.open === 1 || (isHere(upper) && isOpen(upper))));
  };
  const linesOf = (one: Row, depth: number): Line[] => [
    { id: one.id, depth, isOther: one.open === 0 },
    ...(isOpen(one) ? sorted.filter((child) => above(all, child) === one).flatMap((child) => linesOf(child, depth + 1)) : []),
  ];
  return sorted.filter(isTop).flatMap((one) => linesOf(one, 0));
}

function linesOf(shown: ShownRows): Line[] {
  const { ids, nests } = shown.window(0, 100, []);
  return ids.map((id, at) => ({ id, depth: nests?.[at]?.depth ?? 0, isOther: nests?.[at]?.isOther ?? false }));
}

test('rows are once each, directly below the row above them, in the order of the view, as in plain arrays', () => {
  fc.assert(
    fc.property(rows, opened, (start, ids) => {
      const { engine, shown, show } = shownRows(start);
      show(ids);
      const lines = linesOf(shown);
      expect(lines).toEqual(plainLines(start, ids));
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      const nests = shown.window(0, 100, []).nests ?? [];
      for (const [at, { id, depth }] of lines.entries()) {
        expect(shown.positionOf(id)).toBe(at);
        const upper = above(start, start.find((one) => one.id === id) as Row);
        const up = nests[at]?.up ?? 0;
        if (depth > 0) expect(lines[at - up]?.id).toBe(upper?.id);
        else expect(up).toBe(0);
        expect(nests[at]?.below ?? 0).toBe(start.filter((one) => above(start, one)?.id === id).length);
      }
      const matching = start.filter(({ open }) => open === 1);
      const { count, lines: shownLines, others } = shown.summary();
      expect([count, shownLines, others]).toEqual([matching.length, lines.length, lines.filter(({ isOther }) => isOther).length]);
      // With all of them open, every row of the view has a line; and flat, the view is as before.
      show(start.map(({ id }) => id));
      const all = new Set(linesOf(shown).map(({ id }) => id));
      expect(matching.every(({ id }) => all.has(id))).toBe(true);
      show(null);
      expect(shown.ids(0, 100)).toEqual(engine.ids(0, 100));
    }),
    { numRuns: 1000 },
  );
});

test('lines of changed rows are those of starting over, also when rows are renamed, added and removed', () => {
  fc.assert(
    fc.property(
      rows,
      opened,
      fc.array(fc.oneof(named, fc.integer({ min: 1, max: most })), { maxLength: 8 }),
      (start, ids, steps) => {
        const { engine, shown, show } = shownRows(start);
        show(ids);
        const now = new Map(start.map((one) => [one.id, one]));
        for (const step of steps) {
          if (typeof step === 'number') {
            engine.remove([step]);
            now.delete(step);
          } else {
            engine.upsert([step]);
            now.set(step.id, step);
          }
          const placed = [...now.values()].sort((a, b) => engine.rowAt(a.id) - engine.rowAt(b.id));
          expect(linesOf(shown)).toEqual(plainLines(placed, ids));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('held lines stay through changes of others, and every held row keeps its line', () => {
  fc.assert(
    fc.property(rows, opened, fc.array(named, { maxLength: 8 }), (start, ids, steps) => {
      const { engine, shown, show } = shownRows(start);
      show(ids);
      shown.hold(true, true);
      fc.pre(shown.summary().count > 0);
      // Others change rates and the filter's column, and add rows; who is below whom stays.
      const lines = linesOf(shown).map(({ id }) => id);
      const { order } = shown.summary();
      for (const step of steps) {
        const known = start.find(({ id }) => id === step.id);
        engine.upsert([known ? { ...step, source: known.source, above: known.above } : { ...step, name: 'other', source: 3 }]);
        expect(linesOf(shown).map(({ id }) => id)).toEqual(lines);
      }
      expect(shown.summary().order).toBe(order);
      show([most + 1]);
      show(start.map(({ id }) => id));
      const open = linesOf(shown).map(({ id }) => id);
      expect(start.filter(({ open: matched }) => matched === 1).every(({ id }) => open.includes(id))).toBe(true);
      expect(new Set(open).size).toBe(open.length);
    }),
    { numRuns: 500 },
  );
});

test('new children of an opened row wait while the rows are held', () => {
  const order = { id: 1, source: 1, name: 'J1', above: null, rate: 3, open: 1 };
  const child = { id: 2, source: 1, name: 'J2', above: 'J1', rate: 4, open: 0 };
  const { engine, shown, show } = shownRows([order, child]);
  show([1]);
  shown.hold(true, true);
  engine.upsert([
    { ...child, id: 3, name: 'J3', open: 1 },
    { ...child, id: 4, name: 'J4' },
  ]);
  expect([...shown.ids(0, 9)]).toEqual([1, 2]);
  expect(shown.waiting()).toEqual({ arrived: 1, left: 0 });
  shown.hold(true, true);
  expect([...shown.ids(0, 9)]).toEqual([1, 2, 3, 4]);
});

test('a group counts the matching rows of its orders, also those below closed ones', () => {
  const order = { id: 1, source: 1, name: 'J1', above: null, rate: 3, open: 1 };
  const { shown, show } = shownRows([
    order,
    { ...order, id: 2, name: 'J2', above: 'J1', rate: 4 },
    { ...order, id: 3, name: 'J3', above: 'J1', rate: 5, open: 0 },
    { ...order, id: 4, name: 'J4' },
  ]);
  const grouping = { keys: ['rate'], closed: false, flipped: [] };
  const groups = () => shown.window(0, 9, [], ['rate']).groups?.map((group) => group && [group.count, group.sums['rate']]);
  show([], grouping);
  expect(groups()).toEqual([[3, 10], null, null]);
  show([1], grouping);
  expect(groups()).toEqual([[3, 10], null, null, null, null]);
  expect([...shown.ids(1, 9)]).toEqual([1, 3, 2, 4]);
  expect(shown.summary()).toMatchObject({ count: 3, below: 1, others: 1, lines: 5 });
});
