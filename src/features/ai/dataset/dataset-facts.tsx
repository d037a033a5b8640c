import { useMemo } from 'react';
import { type Agreement, agreementOn } from '#domain/ai/dataset/agreement.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import type { Dataset } from './use-dataset.ts';

/** How many descriptions are classified, and how far two people agree. */
export function DatasetFacts({ dataset: { counts, all } }: { readonly dataset: Dataset }) {
  const names = useFieldNames();
  const agreement = useMemo(() => agreementOn(all), [all]);
  return (
    <dl className="dataset-facts" aria-label="Classified">
      <Fact term={`${names.of('shift')}: classified`} value={counts.shifts.toLocaleString('en-US')} />
      <Fact term={`${names.of('billRate')}: classified`} value={counts.billRates.toLocaleString('en-US')} />
      <Fact term={names.workTypeChoice(1)} value={counts.travel.toLocaleString('en-US')} />
      <Fact term={names.workTypeChoice(3)} value={counts.perDiem.toLocaleString('en-US')} />
      <Fact term={`Agreement on ${names.of('shift').toLowerCase()}`} {...agreementWords(agreement.shift)} />
      <Fact term={`Agreement on ${names.of('billRate').toLowerCase()}`} {...agreementWords(agreement.rate)} />
    </dl>
  );
}

const Fact = ({ term, value, tip }: { readonly term: string; readonly value: string; readonly tip?: string }) => (
  <div {...(tip !== undefined && { 'data-tip': tip })}>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </div>
);

function agreementWords({ rows, agreed, kappa }: Agreement): { value: string; tip: string } {
  if (rows === 0) return { value: '–', tip: 'No row has labels of two people yet.' };
  const tip = `${agreed} of ${rows} rows with labels of two people agree. Cohen’s kappa is 1 for always, 0 for as often as by chance.`;
  return { value: kappa === null ? `${agreed} of ${rows}` : `κ ${kappa.toFixed(2)}`, tip };
}
