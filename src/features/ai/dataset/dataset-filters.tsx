import { Switch, TextInput } from '@mantine/core';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import type { Dataset } from './use-dataset.ts';

/** Which rows the page shows. */
export function DatasetFilters({ dataset: { address } }: { readonly dataset: Dataset }) {
  const names = useFieldNames();
  const kinds = [1, 2, 3].map((number) => ({ value: String(number), label: names.workTypeChoice(number) }));
  const what = [
    { value: 'shifts', label: `Names a ${names.of('shift').toLowerCase()}` },
    { value: 'rates', label: `Names a ${names.of('billRate').toLowerCase()}` },
  ];
  return (
    <div className="page-tools dataset-tools">
      <TextInput
        type="search"
        size="xs"
        className="page-search"
        aria-label="Search descriptions"
        placeholder="Search"
        value={address.search}
        onChange={(event) => address.setSearch(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        className="dataset-job"
        aria-label="Number of the job"
        placeholder="Any job"
        value={address.filter('job')}
        onChange={(event) => address.setFilter('job', event.currentTarget.value)}
      />
      <ListFilter list={address} name="what" label="Content" choices={what} />
      <ListFilter list={address} name="kind" label={names.of('workType')} choices={kinds} />
      <Switch
        label="Hide classified"
        checked={address.filter('shown') !== 'all'}
        onChange={(event) => address.setFilter('shown', event.currentTarget.checked ? '' : 'all')}
      />
    </div>
  );
}
