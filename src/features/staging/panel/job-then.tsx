import { Button } from '@mantine/core';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { JobChange } from '#contract/staging/job-history.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { historyValue, jobAt } from '#domain/staging/job-at.ts';
import { fieldText } from '#src/entities/job/job-columns.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { blank } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { Cell, RowView } from '#src/ui/grid/model/grid-source.ts';
import { labelOf, valueText } from './history/history-labels.ts';

type Props = {
  readonly job: JobRow;
  readonly lines: readonly JobChange[];
  readonly line: JobChange;
  readonly columns: readonly GridColumn[];
};

const viewOf = (job: JobRow): RowView => ({
  id: job.id,
  get: (key) => (job as unknown as Record<string, Cell>)[key] ?? null,
});

/** The job as it stood right after a change, with what is different now. A field that people may edit can take its value from then. */
export function JobThenView({ job, lines, line, columns }: Props) {
  const format = useFormat();
  const names = useFieldNames();
  const then = jobAt(job, lines, line);
  const textOf = (of: JobRow, field: string): string => {
    const info = jobFields.find(({ key }) => key === field);
    return info ? (fieldText(viewOf(of), info, { format, names }) ?? blank) : valueText(field, historyValue(of, field));
  };
  const different = [...then.changed].filter(([field, value]) => !sameJson(value, historyValue(job, field)));
  const rest = jobFields.flatMap(({ key, label }) => {
    const text = textOf(then.job, key);
    return text === blank || different.some(([field]) => field === key) ? [] : [{ key, label: names.of(key, label), text }];
  });
  return (
    <section className="job-then card" aria-label={`The job on ${format.stamp(line.at)}`}>
      <h4>The job on {format.stamp(line.at)}</h4>
      {different.length === 0 && <p className="muted">It was as it is now.</p>}
      <dl className="job-then-changed">
        {different.map(([field, value]) => (
          <div key={field}>
            <dt>{labelOf(field, names)}</dt>
            <dd>
              <mark>{field in then.job ? textOf(then.job, field) : valueText(field, value)}</mark>
              <span className="muted">now {textOf(job, field)}</span>
              <TakeValue job={job} column={columns.find(({ key }) => key === field)} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{different.length === 0 ? 'All values' : 'Values that are the same now'}</summary>
        <dl className="job-facts">
          {rest.map(({ key, label, text }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

type TakeProps = { readonly job: JobRow; readonly column: GridColumn | undefined; readonly value: unknown };

/** Sets the field to its value from then, as typing it would: it is locked, and can be undone. */
function TakeValue({ job, column, value }: TakeProps) {
  if (!column?.edit || column.edit.blocked?.(viewOf(job))) return null;
  const { edit, label } = column;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Take this value of ${label}`}
      onClick={() => edit.commit(viewOf(job), value)}
    >
      Take this value
    </Button>
  );
}
