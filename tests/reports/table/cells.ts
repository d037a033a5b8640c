import Papa from 'papaparse';
import readExcel from 'read-excel-file/universal';
import { formulaStart } from '#contract/kit/formula.ts';
import type { ReportColumnType } from '#domain/reports/kit/report.ts';
import { clockAt } from '#src/ui/form/zoned-time.ts';

/** The labels and then the rows of a report as texts, in the order of the screen: the same wherever they were read. */
export type Cells = readonly (readonly string[])[];
export type LabeledColumn = { readonly key: string; readonly label: string; readonly type: ReportColumnType };

/** Excel keeps no carriage returns, and its reader no blanks around a text. */
const plain = (text: string): string => text.replaceAll('\r', '').trim();

/** The values of rows on the screen. */
export const screenCells = (rows: readonly object[], columns: readonly LabeledColumn[], zone: string): Cells => [
  columns.map(({ label }) => label),
  ...rows.map((row) =>
    columns.map(({ key, type }) => {
      const value: unknown = (row as Readonly<Record<string, unknown>>)[key];
      if (typeof value === 'boolean') return value ? 'Yes' : 'No';
      if (typeof value === 'number') return String(value);
      if (typeof value !== 'string' || value === '') return '';
      if (type !== 'instant') return plain(value);
      const { day, time } = clockAt(value, zone);
      return `${day} ${time}`;
    }),
  ),
];

/** The cells of a CSV, without the apostrophe that keeps a text from being run. */
export function csvCells(text: string): Cells {
  const { data, errors } = Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true });
  if (errors.length > 0) throw new Error(`the CSV cannot be read: ${errors[0]?.message}`);
  const isEscaped = (cell: string) => cell.startsWith("'") && formulaStart.test(cell.slice(1));
  return data.map((row) => row.map((cell) => plain(isEscaped(cell) ? cell.slice(1) : cell)));
}

/** The cells of the first sheet of an Excel file. */
export async function excelCells(bytes: Uint8Array, columns: readonly LabeledColumn[]): Promise<Cells> {
  const sheets = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { data: unknown[][] }[];
  return (sheets[0]?.data ?? []).map((row) => columns.map(({ type }, i) => excelCell(row[i], type)));
}

function excelCell(value: unknown, type: ReportColumnType): string {
  if (value instanceof Date)
    return value
      .toISOString()
      .slice(0, type === 'date' ? 10 : 16)
      .replace('T', ' ');
  return typeof value === 'string' || typeof value === 'number' ? plain(String(value)) : '';
}
