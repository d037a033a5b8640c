import type { DatasetReading } from '#contract/rows/dataset-row.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';

const money = (amount: number): string => `$${amount.toFixed(2)}`;

/** A reading in a line for the shift and one for the rate. */
export function ReadingWords({ reading: { shift, rate } }: { readonly reading: DatasetReading }) {
  const names = useFieldNames();
  const times = shift && [shift.start, shift.end].filter((time) => time !== null).join('–');
  const parts = shift && [
    times,
    shift.hours !== null && `${shift.hours} hours`,
    shift.shiftsPerWeek !== null && `${shift.shiftsPerWeek} a week`,
    shift.modifiers.join(', '),
  ];
  return (
    <dl className="dataset-reading">
      <dt>{names.of('shift')}</dt>
      <dd>{parts ? parts.filter(Boolean).join(' · ') || 'named without values' : 'not named'}</dd>
      <dt>{names.of('billRate')}</dt>
      <dd>{rate ? `${rate.minRate === null ? '' : `${money(rate.minRate)} to `}${money(rate.rate)}` : 'not named'}</dd>
    </dl>
  );
}
