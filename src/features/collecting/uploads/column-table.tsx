import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { ColumnReport, FeedField } from '#contract/collecting/column-mapping.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { feedFieldGroups } from '#src/entities/collect/feed-fields.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import '#src/ui/table/data-table.css';
import { reasonOf } from './column-words.ts';

type Props = {
  columns: readonly ColumnReport[];
  /** What the person chose since the columns were read. */
  chosen: Readonly<Record<string, FeedField | null>>;
  onChoose: (column: string, field: FeedField | null) => void;
};

/** A file may have 2,000 columns. */
const shownFirst = 60;
const unread = 'unread';
const choicesIn = (names: FieldNames) => [
  { value: unread, label: 'Do not read' },
  ...feedFieldGroups(names).map(({ group, items }) => ({ group, items: [...items] })),
];

/** The columns of a file: each with sample values, the field that it fills, and why. */
export function ColumnTable({ columns, chosen, onChoose }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? columns : columns.slice(0, shownFirst);
  return (
    <section className="upload-columns" aria-label="Columns">
      <h2>Columns</h2>
      <p className="muted">
        Each column of the file fills a field of the job. Change what is wrong: the choice is kept for this source.
      </p>
      <div className="rows-scroll card" tabIndex={0} role="group" aria-label="Columns of the file">
        <table className="rows">
          <thead>
            <tr>
              <th>Column in the file</th>
              <th>Values</th>
              <th>Field</th>
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => (
              <ColumnRow key={column.column} report={column} chosen={chosen[column.column]} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < columns.length && (
        <Button variant="default" size="xs" onClick={() => setAll(true)}>
          Show {counted(columns.length - shown.length, 'more column', 'more columns')}
        </Button>
      )}
    </section>
  );
}

type RowProps = { report: ColumnReport; chosen: FeedField | null | undefined; onChoose: Props['onChoose'] };

function ColumnRow({ report, chosen, onChoose }: RowProps) {
  const { column, samples, certainty, suggested } = report;
  // The choice shows at once; the preview follows.
  const field = chosen === undefined ? report.field : chosen;
  const names = useFieldNames();
  return (
    <tr data-unread={field === null || undefined}>
      <td>{column}</td>
      <td data-label="Values" className="upload-samples">
        {samples.length === 0 ? <span className="muted">empty</span> : <span>{samples.join(' · ')}</span>}
      </td>
      <td data-label="Field">
        <Select
          size="xs"
          aria-label={`Field for ${column}`}
          data={choicesIn(names)}
          value={field ?? unread}
          searchable
          allowDeselect={false}
          maxDropdownHeight={320}
          // A closed list of 60 columns would still be in the page.
          comboboxProps={{ keepMounted: false }}
          nothingFoundMessage="No field has this name"
          onChange={(value) => onChoose(column, value === unread ? null : (value as FeedField))}
        />
      </td>
      <td data-label="Why" className="upload-why">
        <span>
          {(field !== null || suggested !== null) && <CertaintyPill value={chosen === undefined ? certainty : 100} />}{' '}
          {chosen === undefined ? reasonOf(report, names) : 'You chose it'}
        </span>
      </td>
    </tr>
  );
}
