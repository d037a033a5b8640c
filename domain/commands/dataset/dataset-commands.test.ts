import { expect, test } from 'vitest';
import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { aDatasetRow, aReading } from '#tests/support/factories/dataset-factory.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';
import { labelRow } from './label.ts';
import { settleRow } from './settle.ts';

const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z' };

function aDevice(row: DatasetRow = aDatasetRow()) {
  const rows = rowSet([{ collection: 'datasetRow', row }]);
  return {
    row: () => rows.get('datasetRow', 141),
    run(command: typeof labelRow | typeof settleRow, userId: number, reading: ReturnType<typeof aReading> | null, id = 141) {
      const ran = runPure(command, { id, userId, reading }, {}, rows, ann);
      if (ran.outcome === 'applied') for (const write of ran.writes) rows.put(write);
      return ran.outcome === 'applied' ? ran.writes.length : ran.message;
    },
  };
}

test('labels of two people stay beside each other in whatever order they come, and each person has one', () => {
  const [first, second] = [aDevice(), aDevice()];
  const none = { shift: null, rate: null };
  first.run(labelRow, 5, aReading());
  first.run(labelRow, 6, none);
  second.run(labelRow, 6, none);
  second.run(labelRow, 5, none);
  second.run(labelRow, 5, aReading());
  expect(first.row()).toEqual(second.row());
  expect(first.row()?.labels.map(({ userId }) => userId)).toEqual([5, 6]);
});

test('a label is taken back, once', () => {
  const device = aDevice();
  device.run(labelRow, 5, aReading());
  expect(device.run(labelRow, 5, null)).toBe(1);
  expect(device.run(labelRow, 5, null)).toBe(0);
  expect(device.row()?.labels).toEqual([]);
});

test('words that are not in the description are refused with the remedy, and nothing is written', () => {
  const device = aDevice();
  const wrong = aReading({ rate: { substring: '$93', rate: 93, minRate: null } });
  for (const command of [labelRow, settleRow]) expect(device.run(command, 5, wrong)).toContain('not in the description');
  expect(device.row()).toEqual(aDatasetRow());
  expect(device.run(labelRow, 5, null, 99)).toContain('no longer exists');
});

test('a decision counts until it is taken back', () => {
  const device = aDevice();
  device.run(settleRow, 5, aReading());
  expect(device.row()?.settled).toMatchObject({ userId: 5, by: 'Ann' });
  device.run(settleRow, 6, null);
  expect(device.row()?.settled).toBeNull();
});
