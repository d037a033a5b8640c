import { Button } from '@mantine/core';
import { counted } from '#src/ui/format/format.ts';
import { saveText } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { type RefusedRow, refusedCsv } from './refused-csv.ts';
import '#src/ui/table/data-table.css';
import './refused-rows.css';

const shownAtMost = 100;

type Props = {
  rows: readonly RefusedRow[];
  /** Number of all rejected rows, when the service sent only the first ones. */
  total?: number;
  /** The rows gave jobs, without the values listed. */
  warnings?: boolean;
};

/** The vendor’s own column if there is one. A row that is invalid as a whole has no field. */
const nameOf = (field: string, column: string) => (column !== '' ? column : field === 'row' ? 'Whole row' : field);

/** Lists rejected rows of a file, or those with warnings: the place, the value, the problem, and the remedy. For the vendor, as CSV. */
export function RefusedRows({ rows, total = rows.length, warnings = false }: Props) {
  if (total === 0) return null;
  const lines = rows.flatMap(({ row, problems }) => problems.map((problem, index) => ({ row, index, ...problem })));
  const copy = async () => {
    await navigator.clipboard.writeText(refusedCsv(rows));
    toast.success({ title: `${counted(rows.length, warnings ? 'row' : 'refused row')} copied as CSV` });
  };
  return (
    <section
      className="refused"
      data-warnings={warnings || undefined}
      aria-label={warnings ? 'Rows with warnings' : 'Refused rows'}
    >
      <div className="refused-head">
        <h2>
          {warnings ? `${counted(total, 'row')} without a value that could not be read` : `${counted(total, 'row')} refused`}
        </h2>
        <Button size="xs" variant="default" onClick={() => void copy()}>
          Copy as CSV
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => saveText(warnings ? 'warnings.csv' : 'refused-rows.csv', 'text/csv', refusedCsv(rows))}
        >
          Save as CSV
        </Button>
      </div>
      <div
        className="rows-scroll card"
        tabIndex={0}
        role="group"
        aria-label={warnings ? 'Warnings with their reasons' : 'Refused rows with their reasons'}
      >
        <table className="rows refused-table">
          <thead>
            <tr>
              <th data-align="end">Row</th>
              <th>Field</th>
              <th>Value</th>
              <th>Problem and what to do</th>
            </tr>
          </thead>
          <Lines lines={lines.slice(0, shownAtMost)} />
        </table>
      </div>
      {(lines.length > shownAtMost || total > rows.length) && (
        <p className="muted">
          The first {Math.min(shownAtMost, lines.length)} problems are shown; the CSV holds {counted(rows.length, 'row')}.
        </p>
      )}
    </section>
  );
}

type Line = RefusedRow['problems'][number] & { row: number; index: number };

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <tbody>
    {lines.map(({ row, index, field, column, value, problem, remedy }) => (
      <tr key={`${row}/${index}`}>
        <td data-align="end">{row}</td>
        <td data-label="Field">{nameOf(field, column)}</td>
        <td data-label="Value" className="mono refused-value">
          {value === '' ? <span className="muted">empty</span> : value}
        </td>
        <td>
          {problem} <span className="muted">{remedy}</span>
        </td>
      </tr>
    ))}
  </tbody>
);
