import { useMemo } from 'react';
import type { JobChange } from '#contract/staging/job-history.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { choicesIn, type HistoryFilter } from './history-filter.ts';

type Props = {
  readonly lines: readonly JobChange[];
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
};

const labels = { field: 'Field', who: 'Person', how: 'Kind' } as const;

/** Filters of a job's history. */
export function HistoryFilters({ lines, filter, onFilter }: Props) {
  const names = useFieldNames();
  const choices = useMemo(() => choicesIn(lines, names), [lines, names]);
  const list = {
    filter: (name: string) => filter[name as keyof HistoryFilter] ?? '',
    setFilter: (name: string, value: string) => onFilter({ ...filter, [name]: value === '' ? null : value }),
  };
  return (
    <div className="history-filters">
      {(['field', 'who', 'how'] as const).map((name) => (
        <ListFilter key={name} list={list} name={name} label={labels[name]} choices={choices[name]} />
      ))}
    </div>
  );
}
