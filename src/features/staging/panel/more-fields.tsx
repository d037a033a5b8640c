import type { JobRow } from '#contract/rows/jobs.ts';
import { fieldColumns } from '#domain/fields/field-columns.ts';
import type { CatalogueField } from '#domain/job-list/catalogue-fields.ts';
import { type FlagName, has } from '#domain/jobs/flags.ts';
import { paySetupOf } from '#domain/pay/pay.ts';
import { type MappedOf, valueIn } from '#domain/rules/job-run.ts';
import { fieldText } from '#src/entities/job/job-columns.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { blank } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import type { RowView } from '#src/ui/grid/model/grid-source.ts';
import { moreFields } from './panel-places.ts';

/** A field with its value as text; null if it is empty. */
type Shown = { readonly field: CatalogueField; readonly words: string | null };

const columnOf = new Map(fieldColumns.map((column) => [column.key, column]));

/** The fields that the other groups do not have, under the headings of the catalog; those without a value are behind one button. */
export function MoreFields({ job, mappedOf, empty }: { job: JobRow; mappedOf: MappedOf; empty: readonly string[] }) {
  const names = useFieldNames();
  const shown = useShownFields(job, mappedOf);
  const groups = [...new Set(shown.map(({ field }) => field.group))];
  const without = [
    ...empty,
    ...shown.flatMap(({ field, words }) => (words === null ? [names.of(field.field, field.label)] : [])),
  ];
  return (
    <>
      {groups.map((group) => (
        <Facts key={group} title={group} shown={shown.filter(({ field, words }) => field.group === group && words !== null)} />
      ))}
      {without.length > 0 && (
        <details className="job-empty-fields">
          <summary>Show empty fields ({without.length})</summary>
          <p className="muted">{without.join(', ')}</p>
        </details>
      )}
    </>
  );
}

function Facts({ title, shown }: { title: string; shown: readonly Shown[] }) {
  const names = useFieldNames();
  if (shown.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl className="job-facts">
        {shown.map(({ field, words }) => (
          <div key={field.key}>
            <dt>{names.of(field.field, field.label)}</dt>
            <dd>{words ?? blank}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The fields of the job with their values as text. A flag that is not set counts as empty. */
function useShownFields(job: JobRow, mappedOf: MappedOf): readonly Shown[] {
  const format = useFormat();
  const names = useFieldNames();
  const { today, pay } = useRuleGrounds();
  const around = { today, pay: pay && paySetupOf(pay) };
  return moreFields.map((field): Shown => {
    const { field: name, home } = columnOf.get(field.key) ?? { field: field.key };
    const value = home === 'flag' ? has(job.chgMap, name as FlagName) || null : valueIn(job, name, around, mappedOf);
    const row: RowView = { id: job.id, get: (key) => (key === field.key ? value : job.currency) };
    return { field, words: fieldText(row, field, { format, names }) };
  });
}
