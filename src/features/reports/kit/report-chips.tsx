import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { readDays } from '#domain/reports/kit/report-filter.ts';
import type { Format } from '#src/ui/format/create-format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import type { List } from '#src/ui/list/use-list.ts';
import type { OfferedFilter } from './report-filters.tsx';

type Chip = { readonly name: string; readonly words: string; readonly isOdd: boolean };
type Props = { list: Pick<List<unknown>, 'filter' | 'setFilter' | 'clear'>; filters: readonly OfferedFilter[] };

/** What narrows the report, each with a way to drop it. */
export function ReportChips({ list, filters }: Props) {
  const format = useFormat();
  const chips = chipsOf(list, filters, format);
  if (chips.length === 0) return null;
  return (
    <div className="report-chips" role="group" aria-label="Filters in use">
      {chips.map(({ name, words, isOdd }) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          className={isOdd ? 'report-chip-odd' : ''}
          rightSection={<IconX size={12} aria-hidden />}
          aria-label={`Remove the filter ${words}`}
          onClick={() => list.setFilter(name, '')}
        >
          {words}
        </Button>
      ))}
      {chips.length > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={list.clear}>
          Clear all
        </Button>
      )}
    </div>
  );
}

/** The filters in use in words, as chips and files show them. */
export function chipsOf(list: Pick<List<unknown>, 'filter'>, filters: readonly OfferedFilter[], format: Format): Chip[] {
  return filters.flatMap(({ filter: { kind, name, label }, choices }): Chip[] => {
    const value = list.filter(name);
    if (value === '') return [];
    if (kind === 'days') return [daysChip(name, label, value, format)];
    const known = choices.find((choice) => choice.value === value);
    return [{ name, words: `${label}: ${known?.label ?? value}`, isOdd: false }];
  });
}

function daysChip(name: string, label: string, value: string, format: Format): Chip {
  const span = readDays(value);
  if (span === null)
    return { name, words: `${label}: ${value.replace('..', ' ').trim()} is no day of the calendar`, isOdd: true };
  const { from, to } = span;
  const words =
    from !== null && to !== null
      ? `${format.localDate(from)} to ${format.localDate(to)}`
      : from === null
        ? `until ${format.localDate(to)}`
        : `from ${format.localDate(from)}`;
  return { name, words: `${label}: ${words}`, isOdd: false };
}
