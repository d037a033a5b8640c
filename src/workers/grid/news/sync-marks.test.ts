import { expect, test } from 'vitest';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { syncMarks } from './sync-marks.ts';

const entry = (rows: string[], state: OutboxEntry['state'], code?: 'conflict' | 'dependency' | 'forbidden') =>
  ({ rows, state, parked: code ? { code, message: '', conflicts: [] } : null }) as unknown as OutboxEntry;

test('A row shows its most urgent change; an acknowledged change shows no mark', () => {
  const marks = syncMarks(
    [
      entry(['job/1', 'job/2'], 'waiting'),
      entry(['job/2'], 'parked', 'conflict'),
      entry(['job/3'], 'acked'),
      entry(['mapValue/4'], 'sending'),
    ],
    'job',
  );
  expect([...marks]).toEqual([
    [1, 'waiting'],
    [2, 'conflict'],
  ]);
});

test('A row whose change depends on a refused one is shown as blocked, not as refused', () => {
  const marks = syncMarks([entry(['job/1'], 'parked', 'dependency'), entry(['job/2'], 'parked', 'forbidden')], 'job');
  expect([...marks]).toEqual([
    [1, 'blocked'],
    [2, 'failed'],
  ]);
});
