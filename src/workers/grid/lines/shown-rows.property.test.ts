import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGridEngine } from '../../columns/grid-engine.ts';
import { ShownRows } from './shown-rows.ts';

type Row = { readonly id: number; readonly rate: number; readonly open: number };
type Step =
  | { readonly kind: 'put'; readonly own: boolean; readonly row: Row }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'show again' };

const row = fc.record({
  id: fc.integer({ min: 1, max: 20 }),
  rate: fc.integer({ min: 1, max: 9 }),
  open: fc.integer({ min: 0, max: 1 }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('put'), own: fc.boolean(), row }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), id: fc.integer({ min: 1, max: 20 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('show again') }) },
  ),
  { minLength: 5, maxLength: 40 },
) as fc.Arbitrary<readonly Step[]>;

const view = { where: { kind: 'between', column: 'open', from: 1, to: 1 }, sort: [{ key: 'rate', descending: true }] } as const;

function held(start: readonly Row[]) {
  const engine = createGridEngine({
    id: 'id',
    columns: [
      { key: 'id', type: 'number' },
      { key: 'rate', type: 'number' },
      { key: 'open', type: 'number' },
    ],
  });
  const shown = new ShownRows(engine);
  engine.upsert(start);
  shown.show(view);
  shown.hold(true, true);
  return { engine, shown };
}

const inOrder = (ids: readonly number[], of: readonly number[]) => of.filter((id) => ids.includes(id));

test('held rows keep their places through changes of others; own changes take effect at once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }), steps, (start, given) => {
      const { engine, shown } = held(start);
      const ids = () => [...shown.ids(0, 100)];
      // A view without a row is not held until the rows are taken again.
      let isHeld = ids().length > 0;
      for (const step of given) {
        const [before, { order }] = [ids(), shown.summary()];
        if (step.kind === 'put') {
          engine.upsert([step.row]);
          if (step.own) shown.settle(new Set([step.row.id]));
        } else if (step.kind === 'remove') {
          engine.remove([step.id]);
          shown.drop([step.id]);
        } else {
          shown.hold(true, true);
          isHeld = ids().length > 0;
        }

        const now = engine.ids(0, 100);
        const after = ids();
        if (!isHeld) {
          expect(after).toEqual(now);
          continue;
        }
        if (step.kind === 'show again') expect(after).toEqual(now);
        else if (step.kind === 'remove') expect(after).toEqual(before.filter((id) => id !== step.id));
        else if (!step.own) expect(after).toEqual(before);
        else {
          expect(after.includes(step.row.id)).toBe(step.row.open === 1);
          expect(inOrder(before, after)).toEqual(inOrder(after, before));
        }
        const isSame = after.length === before.length && after.every((id, i) => id === before[i]);
        if (!isSame) expect(shown.summary().order).not.toBe(order);
        expect(shown.summary().count).toBe(after.length);
        expect(after.map((id) => shown.positionOf(id))).toEqual(after.map((_, place) => place));
        expect(shown.waiting()).toEqual({
          arrived: now.filter((id) => !after.includes(id as number)).length,
          left: after.filter((id) => !now.includes(id)).length,
        });
        const rates = new Map(engine.ids(0, 100).map((id, i) => [id, engine.window(i, i + 1, ['rate']).cells['rate']?.[0]]));
        const cells = shown.window(0, 100, ['rate']).cells['rate'] ?? [];
        for (const [i, id] of after.entries()) if (rates.has(id)) expect(cells[i]).toBe(rates.get(id));
      }
      shown.hold(false, true);
      expect(ids()).toEqual(engine.ids(0, 100));
      expect(shown.waiting()).toEqual({ arrived: 0, left: 0 });
    }),
    { numRuns: 500 },
  );
});

test('rows are held only once all of them are read', () => {
  const { engine, shown } = held([]);
  shown.hold(true, false);
  engine.upsert([{ id: 1, rate: 1, open: 1 }]);
  expect([...shown.ids(0, 9)]).toEqual([1]);
  shown.allRead();
  engine.upsert([{ id: 2, rate: 2, open: 1 }]);
  shown.allRead();
  expect([...shown.ids(0, 9)]).toEqual([1]);
  expect(shown.waiting()).toEqual({ arrived: 1, left: 0 });
});

test('another view shows its rows as they are, and is held again once all changes stored so far are read', () => {
  const { engine, shown } = held([{ id: 1, rate: 1, open: 1 }]);
  engine.upsert([{ id: 2, rate: 2, open: 1 }]);
  expect([...shown.ids(0, 9)]).toEqual([1]);
  shown.show({ where: null, sort: [] });
  expect([...shown.ids(0, 9)]).toEqual([1, 2]);
  expect([shown.allRead(), shown.allRead()]).toEqual([true, false]);
  engine.upsert([{ id: 3, rate: 3, open: 1 }]);
  expect([...shown.ids(0, 9)]).toEqual([1, 2]);
});
