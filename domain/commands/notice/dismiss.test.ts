import { expect, test } from 'vitest';
import { aCustomerNotice } from '#tests/support/factories/notice-factory.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';
import { dismissNotice } from './dismiss.ts';

const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z' };

function aDevice(...dismissedBy: number[]) {
  const rows = rowSet([{ collection: 'customerNotice', row: aCustomerNotice({ dismissedBy }) }]);
  return {
    dismissedBy: () => rows.get('customerNotice', 121)?.dismissedBy,
    run(userId: number, dismissed: boolean, id = 121) {
      const ran = runPure(dismissNotice, { id, userId, dismissed }, {}, rows, ann);
      if (ran.outcome === 'applied') for (const write of ran.writes) rows.put(write);
      return ran.outcome === 'applied' ? ran.writes.length : ran.code;
    },
  };
}

test('a notice is dismissed for one person, once, and others keep it', () => {
  const device = aDevice(9);
  expect(device.run(6, true)).toBe(1);
  expect(device.run(6, true)).toBe(0);
  expect(device.dismissedBy()).toEqual([6, 9]);
});

test('a notice is shown again to the one person who dismissed it', () => {
  const device = aDevice(6, 9);
  expect(device.run(6, false)).toBe(1);
  expect(device.run(6, false)).toBe(0);
  expect(device.dismissedBy()).toEqual([9]);
});

test('people who dismiss it one after another do not undo each other', () => {
  const device = aDevice();
  for (const userId of [7, 5, 6]) device.run(userId, true);
  expect(device.dismissedBy()).toEqual([5, 6, 7]);
});

test('a notice that is gone is refused', () => {
  expect(aDevice().run(6, true, 99)).toBe('not_found');
});
