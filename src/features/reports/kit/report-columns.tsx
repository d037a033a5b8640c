import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isWebAddress } from '#domain/fields/links.ts';
import { mostTextShown, type Report, type ReportColumn } from '#domain/reports/kit/report.ts';
import type { Format } from '#src/ui/format/create-format.ts';
import type { Column } from '#src/ui/table/column.ts';
import { LongText } from './long-text.tsx';

/** A report's columns as the table and the files take them. */
export const tableColumns = <T,>(report: Report<T>, format: Format): Column<T>[] =>
  report.columns.map((column) => ({
    key: column.key,
    label: column.label,
    ...(isAmount(column) && { align: 'end' as const }),
    ...(column.sum && { sum: true }),
    ...(column.hidden && { hidden: true }),
    cell: (row) => cellOf(column, row, format),
  }));

const isAmount = <T,>({ type }: ReportColumn<T>): boolean => type === 'number' || type === 'money';

function cellOf<T>(column: ReportColumn<T>, row: T, format: Format): ReactNode {
  const value: unknown = row[column.key];
  const text = textOf(value);
  if (text === '') return <span className="muted">{column.none?.(row) ?? '—'}</span>;
  const shown = shownValue(column, row, text, format);
  const to = column.to?.(row) ?? null;
  return to === null ? (
    shown
  ) : (
    <Link className="report-to" to={to}>
      {shown}
    </Link>
  );
}

/** A value of a row as plain text; blank for an unknown one. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

function shownValue<T>(column: ReportColumn<T>, row: T, text: string, format: Format): ReactNode {
  switch (column.type) {
    case 'number':
      return format.number(Number(text));
    case 'money':
      return format.money(Number(text), column.currency && (textOf(row[column.currency]) || 'USD'));
    case 'date':
      return <span className="nowrap">{format.localDate(text)}</span>;
    case 'instant':
      return (
        <time dateTime={text} data-tip={format.stamp(text)} className="nowrap">
          {`${format.date(text)} ${format.time(text)}`}
        </time>
      );
    case 'yes-no':
      return text === 'true' ? 'Yes' : 'No';
    case 'link':
      return isWebAddress(text) ? <WebLink to={text} /> : text;
    case 'text':
      return text.length > mostTextShown ? <LongText title={column.label} text={text} /> : <ShortText text={text} />;
  }
}

/** Characters of a text that stays on one line. */
const mostOnLine = 24;

/** A text in a cell: a short one is not broken, a longer one gets room before it is. */
const ShortText = ({ text }: { text: string }) => (
  <span className={text.length <= mostOnLine ? 'nowrap' : 'report-wide'}>{text}</span>
);

const WebLink = ({ to }: { to: string }) => (
  <a href={to} target="_blank" rel="noreferrer">
    {to}
  </a>
);
