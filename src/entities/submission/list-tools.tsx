import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { List } from '#src/ui/list/use-list.ts';

type Props = { list: Pick<List<unknown>, 'search' | 'setSearch'>; label: string; filters?: ReactNode; children?: ReactNode };

/** The search of a list that is part of a screen, and what is done to the list. */
export function ListTools({ list, label, filters, children }: Props) {
  return (
    <div className="page-tools">
      <TextInput
        type="search"
        size="xs"
        className="page-search"
        aria-label={label}
        placeholder="Search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={list.search}
        onChange={(event) => list.setSearch(event.currentTarget.value)}
      />
      {filters}
      {children && <div className="page-actions">{children}</div>}
    </div>
  );
}
