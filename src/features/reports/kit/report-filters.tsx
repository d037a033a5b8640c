import { TextInput } from '@mantine/core';
import type { ReportChoice, ReportFilter } from '#domain/reports/kit/report.ts';
import { daysValue } from '#domain/reports/kit/report-filter.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { isDay } from '#src/ui/form/optional.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import type { List } from '#src/ui/list/use-list.ts';
import { useSettledText } from '#src/ui/query/use-settled-text.ts';

type Address = Pick<List<unknown>, 'filter' | 'setFilter'>;
/** A filter with the values that it offers. */
export type OfferedFilter = { readonly filter: ReportFilter<never>; readonly choices: readonly ReportChoice[] };

/** The controls of a report's filters, beside its search box. */
export const ReportFilters = ({ list, filters }: { list: Address; filters: readonly OfferedFilter[] }) =>
  filters.map(({ filter: { kind, name, label }, choices }) => {
    if (kind === 'days') return <DaysFilter key={name} {...{ list, name, label }} />;
    if (kind === 'text') return <TextFilter key={name} {...{ list, name, label }} />;
    return <ListFilter key={name} {...{ list, name, label, choices }} />;
  });

type OneProps = { list: Address; name: string; label: string };

function TextFilter({ list, name, label }: OneProps) {
  const { typed, setTyped, settle } = useSettledText(list.filter(name), (value) => list.setFilter(name, value));
  return (
    <TextInput
      size="xs"
      className="list-filter"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => settle(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(typed);
      }}
    />
  );
}

/** From one day to another, both included. */
function DaysFilter({ list, name, label }: OneProps) {
  const [from = '', to = ''] = list.filter(name).split('..');
  const day = (end: 'from' | 'to', value: string, write: (next: string) => string) => (
    <DateField
      label={`${label} ${end}`}
      hideLabel
      size="xs"
      name={`${name}-${end}`}
      data-path={`${name}-${end}`}
      value={value || null}
      onChange={(next) => list.setFilter(name, write(next))}
      onBlur={() => undefined}
      error={value !== '' && !isDay(value) ? 'The calendar has no such day' : undefined}
    />
  );
  return (
    <span className="report-days">
      <span className="report-days-label">{label}</span>
      {day('from', from, (next) => daysValue(next, to))}
      {day('to', to, (next) => daysValue(from, next))}
    </span>
  );
}
