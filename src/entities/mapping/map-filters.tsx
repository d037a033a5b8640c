import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import type { List } from '#src/ui/list/use-list.ts';

const states = [
  { value: 'unmapped', label: 'Not mapped' },
  { value: 'mapped', label: 'Mapped' },
  { value: 'automatic', label: 'Mapped automatically' },
  { value: 'suggested', label: 'Suggested at 95% or higher' },
  { value: 'ignored', label: 'Ignored' },
];

/** The filters of every vendor text table: mapping state and source. */
export function MapFilters({ list }: { list: Pick<List<unknown>, 'filter' | 'setFilter'> }) {
  const { rows: sources } = useCollection('source');
  const names = useFieldNames();
  const choices = sources.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <ListFilter list={list} name="state" label="Map state" choices={states} />
      <ListFilter list={list} name="source" label={names.of('source')} choices={choices} />
    </>
  );
}
