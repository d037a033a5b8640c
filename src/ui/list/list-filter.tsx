import { Select } from '@mantine/core';
import type { List } from './use-list.ts';

type Props = {
  list: Pick<List<unknown>, 'filter' | 'setFilter'>;
  /** The filter's name in the URL. */
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
};

/** One filter of a list: any value, or one of the choices. */
export function ListFilter({ list, name, label, choices }: Props) {
  const any = `Any ${label.toLowerCase()}`;
  return (
    <Select
      size="xs"
      className="list-filter"
      aria-label={label}
      placeholder={any}
      clearable
      searchable={choices.length > 12}
      nothingFoundMessage={'No matches'}
      clearButtonProps={{ 'aria-label': any }}
      data={[...choices]}
      value={list.filter(name) || null}
      onChange={(value) => list.setFilter(name, value ?? '')}
    />
  );
}
