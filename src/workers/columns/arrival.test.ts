import { expect, test } from 'vitest';
import { packColumns } from '#domain/columns/pack-columns.ts';
import type { Condition } from '#domain/query/condition.ts';
import { createGridEngine } from './grid-engine.ts';

const day = 20_600;
const at = (days: number, hours: number) => new Date((day + days) * 86_400_000 + hours * 3_600_000).toISOString();
const arrived: Condition = { kind: 'arrival', column: 'seenAt', by: 'sourceId', from: day - 1 };

function engineOf(rows: readonly { id: number; sourceId: number | null; seenAt: string | null }[]) {
  const engine = createGridEngine(
    {
      id: 'id',
      columns: [
        { key: 'id', type: 'number' },
        { key: 'sourceId', type: 'number' },
        { key: 'seenAt', type: 'instant' },
      ],
    },
    (number) => number * 86_400_000,
  );
  engine.load([packColumns(rows)]);
  engine.show({ where: arrived, sort: [] });
  return engine;
}

test('the first collection of a source is not news; what it collects later is, since the day asked for', () => {
  const engine = engineOf([
    { id: 1, sourceId: 1, seenAt: at(0, 8) },
    { id: 2, sourceId: 1, seenAt: at(0, 8.5) },
    { id: 3, sourceId: 1, seenAt: at(0, 12) },
    { id: 4, sourceId: 2, seenAt: at(-30, 8) },
    { id: 5, sourceId: 2, seenAt: at(-2, 8) },
    { id: 6, sourceId: 2, seenAt: at(-1, 0) },
    { id: 7, sourceId: 2, seenAt: null },
  ]);
  expect(engine.idsMatching(9)).toEqual([3, 6]);
  expect(engine.countOf(arrived)).toBe(2);
});

test('a job that arrives while the rows are shown is news, and the first job of another source is not', () => {
  const engine = engineOf([{ id: 1, sourceId: 1, seenAt: at(-30, 8) }]);
  engine.upsert([
    { id: 2, sourceId: 1, seenAt: at(0, 9) },
    { id: 3, sourceId: 2, seenAt: at(0, 9) },
  ]);
  expect(engine.idsMatching(9)).toEqual([2]);
});
