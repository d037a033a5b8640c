import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGridEngine } from '../../columns/grid-engine.ts';
import type { Grouping } from './group-lines.ts';
import { ShownRows } from './shown-rows.ts';

type Row = {
  readonly id: number;
  readonly state: string | null;
  readonly unit: string | null;
  readonly positions: number | null;
};

const text = fc.constantFrom('NV', 'CA', 'ca', null);
const row = fc.record({ id: fc.integer({ min: 1, max: 30 }), state: text, unit: text, positions: fc.option(fc.nat(5)) });
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 25 });
const turned = fc.record({ closed: fc.boolean(), flips: fc.array(fc.nat(9), { maxLength: 4 }) });

function shownRows(start: readonly Row[], keys: readonly string[]) {
  const engine = createGridEngine({
    id: 'id',
    columns: [
      { key: 'id', type: 'number' },
      { key: 'state', type: 'text' },
      { key: 'unit', type: 'text' },
      { key: 'positions', type: 'number' },
    ],
  });
  const shown = new ShownRows(engine);
  engine.upsert(start);
  const show = (grouping: Omit<Grouping, 'keys'>) =>
    shown.show({ where: null, sort: keys.map((key) => ({ key })), grouping: { keys, ...grouping } });
  show({ closed: false, flipped: [] });
  return { engine, shown, show };
}

/** Every line: a row's id, or the group. */
const linesOf = (shown: ShownRows) => {
  const { ids, groups } = shown.window(0, 1000, ['state', 'unit', 'positions'], ['positions']);
  return ids.map((id, at) => ({ id, group: groups?.[at] ?? null }));
};
const same = (one: string | null, other: string | null) => (one ?? '').toLowerCase() === (other ?? '').toLowerCase();

test('groups hold every row once, count and add up their rows, and nothing of a closed one is shown', () => {
  fc.assert(
    fc.property(rows, turned, fc.constantFrom(['state'], ['state', 'unit']), (start, { closed, flips }, keys) => {
      const { shown, show } = shownRows(start, keys);
      const open = linesOf(shown);
      const byId = new Map(start.map((each) => [each.id, each]));
      // The rows below a group up to the next group of its level or an outer one.
      const below = (at: number) => {
        const level = open[at]?.group?.level ?? 0;
        const end = open.findIndex(({ group }, i) => i > at && group !== null && group.level <= level);
        return open.slice(at + 1, end < 0 ? undefined : end).flatMap(({ id }) => byId.get(id) ?? []);
      };
      expect(open.flatMap(({ id, group }) => (group ? [] : [id]))).toEqual([...shown.rowIds(0, 1000)]);
      for (const [at, { group }] of open.entries()) {
        if (!group) continue;
        const inside = below(at);
        expect(group.count).toBe(inside.length);
        expect(group.sums['positions']).toBe(inside.reduce((sum, { positions }) => sum + (positions ?? 0), 0));
        expect(inside.every((each) => same(each[group.column as 'state'], group.value as string | null))).toBe(true);
      }
      const paths = open.flatMap(({ group }) => (group ? [group.path] : []));
      const outer = open.filter(({ group }) => group?.level === 0);
      expect(outer.every(({ group }, i) => i === 0 || !same(group?.value as string, outer[i - 1]?.group?.value as string))).toBe(
        true,
      );

      show({ closed, flipped: [...new Set(flips.flatMap((flip) => paths[flip] ?? []))] });
      const now = linesOf(shown);
      expect(shown.summary().lines).toBe(now.length);
      expect(shown.summary().count).toBe(start.length);
      for (const [at, { id, group }] of now.entries()) {
        expect(shown.positionOf(id)).toBe(at);
        const next = now[at + 1];
        const isInside = next !== undefined && (next.group === null || next.group.level > (group?.level ?? 9));
        if (group) expect(isInside).toBe(group.isOpen);
      }
      const hidden = start.filter(({ id }) => !now.some((line) => line.id === id));
      expect(hidden.map(({ id }) => shown.positionOf(id))).toEqual(hidden.map(() => -1));
    }),
  );
});

test('held rows stay in their groups while others change them, and a change elsewhere moves no line', () => {
  const start = [1, 2, 3].map((id): Row => ({ id, state: id === 3 ? 'NV' : 'CA', unit: null, positions: 1 }));
  const { engine, shown } = shownRows(start, ['state']);
  shown.hold(true, true);
  const ids = () => [...shown.ids(0, 10)];
  const [before, { order }] = [ids(), shown.summary()];
  engine.upsert([{ id: 1, state: 'NV', unit: null, positions: 4 }]);
  expect([ids(), shown.summary().order]).toEqual([before, order]);
  expect(linesOf(shown)[0]?.group).toMatchObject({ value: 'CA', count: 2, sums: { positions: 5 } });
  shown.hold(false, true);
  expect(linesOf(shown).map(({ group }) => group?.count ?? 0)).toEqual([1, 0, 2, 0, 0]);
  // The ids of groups stay, so that the focus does.
  expect(before.filter((id) => id < 0)).toEqual(ids().filter((id) => id < 0));
  const { order: held } = shown.summary();
  engine.upsert([{ id: 3, state: 'NV', unit: null, positions: 9 }]);
  expect(shown.summary().order).toBe(held);
});
