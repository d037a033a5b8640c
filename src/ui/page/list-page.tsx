import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { counted } from '../format/format.ts';
import type { List } from '../list/use-list.ts';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';
import { Waiting } from './waiting.tsx';
import './page.css';

type Props<T> = {
  title: string;
  list: List<T>;
  /** What one row is called: "task"; the count and the empty states say it. */
  noun: string;
  actions?: ReactNode;
  /** Filters and tabs, on the line of the search. */
  filters?: ReactNode;
  /** What stands here before the first row was ever made. */
  firstUse?: ReactNode;
  children: ReactNode;
};

/** The shell of a list screen: title, search, rows or the reason why there are none. */
export function ListPage<T>({ title, list, noun, actions, filters, firstUse, children }: Props<T>) {
  const { total, rows, search, setSearch } = list;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} note={list.ready ? countOf(rows.length, total, noun) : null} actions={actions} />
      <div className="page-tools">
        <TextInput
          type="search"
          size="xs"
          className="page-search"
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {filters}
      </div>
      <span className="visually-hidden" role="status">
        {list.ready ? countOf(rows.length, total, noun) : ''}
      </span>
      <Body list={list} noun={noun} firstUse={firstUse}>
        {children}
      </Body>
    </section>
  );
}

function Body<T>({ list, noun, firstUse, children }: Pick<Props<T>, 'list' | 'noun' | 'firstUse' | 'children'>) {
  if (!list.ready) return <Waiting />;
  if (list.total === 0) return firstUse ?? <EmptyState kind="first-use" title={`No ${noun}s yet`} />;
  if (list.rows.length > 0) return children;
  return (
    <EmptyState kind="no-match" title={`No ${noun} matches`}>
      <Button variant="default" size="xs" onClick={list.clear}>
        Show all {counted(list.total, noun)}
      </Button>
    </EmptyState>
  );
}

const countOf = (shown: number, total: number, noun: string) =>
  shown === total ? counted(total, noun) : `${shown.toLocaleString('en-US')} of ${counted(total, noun)}`;
