import { expect, test } from 'vitest';
import type { RateFloorFigures } from '#contract/commands/rate-floor.ts';
import { aRateFloor } from '#tests/support/factories/job-factory.ts';
import { commands } from '../commands.ts';
import { preValuesOf } from '../kit/base-values.ts';
import { beforeImages } from '../kit/before-images.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z' };
const save = commands['rateFloor.save.v1'];
const none: RateFloorFigures = { billRate: null, marginPerHour: null, marginPercent: null, preventsPosting: false };

test('the first figures make the row, its undo removes it, and saving the same twice writes once', () => {
  const rows = rowSet([]);
  const ran = runPure(save, { ...none, billRate: 62.5 }, {}, rows, ann);
  if (ran.outcome !== 'applied') throw new Error(ran.message);
  expect(ran.writes).toEqual([{ collection: 'rateFloor', row: { ...aRateFloor(), ...none, billRate: 62.5, ...ann } }]);
  const before = beforeImages(ran.writes, rows);
  for (const write of ran.writes) rows.put(write);
  expect(runPure(save, { ...none, billRate: 62.5 }, {}, rows, ann)).toMatchObject({ outcome: 'applied', writes: [] });
  expect(save.inverse !== 'none' && save.inverse({ ...none, billRate: 62.5 }, before)).toEqual([
    { name: 'rateFloor.save.v1', args: none },
  ]);
  expect(runPure(save, none, {}, rows, ann)).toMatchObject({ writes: [{ row: { purged: true, ...none } }] });
});

test('[S5] two people who set different figures get a conflict; the same figures are no conflict', () => {
  const rows = rowSet([{ collection: 'rateFloor', row: aRateFloor({ billRate: 60 }) }]);
  const args = { ...none, billRate: 62.5, preventsPosting: true };
  const pre = preValuesOf(save, args, rows);
  rows.put({ collection: 'rateFloor', row: aRateFloor({ billRate: 65 }) });
  expect(runPure(save, args, pre, rows, ann)).toMatchObject({ outcome: 'rejected', code: 'conflict' });
  rows.put({ collection: 'rateFloor', row: aRateFloor({ billRate: 62.5 }) });
  expect(runPure(save, args, pre, rows, ann)).toMatchObject({ outcome: 'applied' });
});
