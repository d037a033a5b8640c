import type { RateFloorFigures } from '#contract/commands/rate-floor.ts';
import type { RateFloorRow } from '#contract/rows/rate-floor.ts';
import { rateFloorKey } from '#domain/posting/rate-floor.ts';
import { command } from '../kit/command.ts';
import { imageOf, wholeRow, written } from '../kit/versioned.ts';

const noFloor: RateFloorFigures = { billRate: null, marginPerHour: null, marginPercent: null, preventsPosting: false };
const isEmpty = ({ billRate, marginPerHour, marginPercent }: RateFloorFigures): boolean =>
  billRate === null && marginPerHour === null && marginPercent === null;

const figureWords = ({ billRate, marginPerHour, marginPercent }: RateFloorFigures): string =>
  [
    billRate === null ? [] : `bill rate ${billRate.toFixed(2)}`,
    marginPerHour === null ? [] : `margin per hour ${marginPerHour.toFixed(2)}`,
    marginPercent === null ? [] : `margin ${marginPercent}%`,
  ]
    .flat()
    .join(', ') || 'none';

/** Sets the lowest rates that the customer accepts, all at once. Without any figure the row is removed. */
export const saveRateFloor = command('rateFloor.save.v1', {
  ...wholeRow('rateFloor'),
  area: 'posts',
  heading: 'rateFloor',
  shownOn: 'rateFloor',
  describe: (figures) => ['saveRateFloor', { floor: figureWords(figures) }],
  needs: () => ['targets.write'] as const,
  forbidden: 'standard',
  refs: [],
  reads: () => [],
  touches: () => [rateFloorKey],
  compares: () => ['billRate', 'marginPerHour', 'marginPercent', 'preventsPosting'],
  compared: {
    billRate: { label: 'lowestBillRate' },
    marginPerHour: { label: 'lowestMargin' },
    marginPercent: { label: 'lowestMarginPercent' },
    preventsPosting: { label: 'preventsPosting' },
  },
  onDrift: (figures, { id }, field, now) =>
    (now.get('rateFloor', id)?.[field as 'billRate'] ?? null) === figures[field as 'billRate'] ? 'overwrite' : 'conflict',
  apply: (rows, figures, context) => {
    const row = rows.get('rateFloor', rateFloorKey.id);
    const current = row?.purged ? undefined : row;
    if (isEmpty(figures)) {
      if (!current) return { ok: true, value: { writes: [], result: { done: [rateFloorKey.id], refused: [] } } };
      return written('rateFloor', current, { ...current, ...noFloor, purged: true }, context);
    }
    const blank: RateFloorRow = { id: rateFloorKey.id, ref: null, version: 0, ...noFloor, by: '', at: context.at, purged: false };
    return written('rateFloor', current, { ...(current ?? blank), ...figures }, context);
  },
  inverse: (_, before) => {
    const image = imageOf('rateFloor', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'rateFloor.save.v1', args: noFloor }];
    const { billRate, marginPerHour, marginPercent, preventsPosting } = image.row;
    return [{ name: 'rateFloor.save.v1', args: { billRate, marginPerHour, marginPercent, preventsPosting } }];
  },
});
