import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { disagreement } from '#domain/ai/dataset/label-order.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';

/** Where a description comes from, and why it is worth a label. */
export function RowOrigin({ row }: { readonly row: DatasetRow }) {
  const names = useFieldNames();
  const places = [row.providerJobId, row.source, row.workType === null ? null : names.workType(row.workType)];
  return (
    <div className="dataset-origin">
      <span className="muted">{places.filter((place) => place !== null).join(' · ') || `Row ${row.id}`}</span>
      {disagreement(row) > 0 && <StateBadge tone="warn">Engines differ</StateBadge>}
      {row.split === 'test' && <StateBadge tone="info">Test row</StateBadge>}
      {row.second && <StateBadge tone="info">Two people</StateBadge>}
    </div>
  );
}
