import { Button, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useContext, useState } from 'react';
import { counted } from '../format/format.ts';
import { Pager } from '../list/pager.tsx';
import { type List, type PagedList, pagesOf } from '../list/use-list.ts';
import { AsOf, TryAgain } from './answered.tsx';
import { ArrivalOfRows } from './arrival.ts';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';
import { WaitingRows } from './waiting-rows.tsx';
import './page.css';

type Props<T> = {
  title: string;
  /** A list with pages gets its pager under the rows. */
  list: List<T> | PagedList<T>;
  /** The name of one row: "task". Used in the count and the empty states. */
  noun: string;
  /** If it is not the noun plus "s". */
  plural?: string;
  actions?: ReactNode;
  /** Filters and tabs, beside the search box. */
  filters?: ReactNode;
  /** Shown before the first row exists. */
  firstUse?: ReactNode;
  /** False for rows that no device stores: without a connection there are none. */
  isKept?: boolean;
  /** Dialogs that the list opens. They stay open when rows change, and also open over an empty list. */
  dialogs?: ReactNode;
  /** Shown under the rows and their pager. */
  below?: ReactNode;
  children: ReactNode;
};

/** The shell of a list screen: title, search, and the rows or the reason why there are none. */
export function ListPage<T>({
  title,
  list,
  noun,
  plural = `${noun}s`,
  actions,
  filters,
  firstUse,
  isKept = true,
  dialogs,
  below,
  children,
}: Props<T>) {
  const { search, setSearch } = list;
  const [filtersOpen, setFiltersOpen] = useState(false);
  const count = list.ready ? countOf(list, noun, plural) : '';
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} note={count} actions={actions} />
      <div className="page-tools" data-filters={filtersOpen || undefined}>
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
        <Button
          variant="default"
          size="xs"
          className="page-filters"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={filtersOpen}
          onClick={() => setFiltersOpen(!filtersOpen)}
        >
          {list.filters > 0 ? `Filters (${list.filters})` : 'Filters'}
        </Button>
        {filters}
      </div>
      <span className="visually-hidden" role="status">
        {count}
      </span>
      <ListBody list={list} noun={noun} plural={plural} firstUse={firstUse} isKept={isKept}>
        {children}
      </ListBody>
      {below}
      {dialogs}
    </section>
  );
}

/** Rows of a loading list that shows all its rows. */
const usualRows = 10;
const mostRows = 20;

const arrivesLater = 'Data loads when you’re back online.';

type BodyProps<T> = Pick<Props<T>, 'list' | 'noun' | 'plural' | 'firstUse' | 'isKept' | 'children'>;

/** The rows of a list with their pager, or the reason why there are none. For a list that is part of a screen. */
export function ListBody<T>({ list, noun, plural = `${noun}s`, firstUse, isKept = true, children }: BodyProps<T>) {
  const arrival = useContext(ArrivalOfRows);
  const isEmpty = !list.ready || list.total === 0;
  const problem = (list.ready ? null : list.problem) ?? (isEmpty && arrival === 'unreachable' ? arrivesLater : null);
  if (problem !== null) {
    return (
      <EmptyState
        kind="no-data"
        title={`${capitalized(plural)} ${isKept ? 'haven’t synced to this device yet' : 'are not kept on this device'}`}
      >
        <p>{problem}</p>
        <TryAgain refresh={list.refresh} />
      </EmptyState>
    );
  }
  if (!list.ready || (isEmpty && arrival === 'arriving'))
    return <WaitingRows rows={'paging' in list ? Math.min(list.paging.size, mostRows) : usualRows} />;
  return (
    <>
      <AsOf {...list} />
      <Rows {...{ list, noun, plural, firstUse, children }} />
    </>
  );
}

function Rows<T>({ list, noun, plural = `${noun}s`, firstUse, children }: BodyProps<T>) {
  if (list.total === 0) return firstUse ?? <EmptyState kind="first-use" title={`No ${plural} yet`} />;
  if (list.rows.length > 0) {
    return (
      <>
        {children}
        {'paging' in list && <Pager list={list} label={`Pages of ${plural}`} />}
      </>
    );
  }
  return (
    <EmptyState kind="no-match" title={`No matching ${plural}`}>
      <Button variant="default" size="xs" onClick={list.clear}>
        {list.total === null ? `Show all ${plural}` : `Show all ${counted(list.total, noun, plural)}`}
      </Button>
    </EmptyState>
  );
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function countOf<T>(list: List<T> | PagedList<T>, noun: string, plural: string): string {
  // Where the number of all rows is unknown, the count is of those found.
  const { found } = list;
  const total = list.total ?? found;
  const all = counted(total, noun, plural);
  if (!('paging' in list) || pagesOf(found, list.paging.size) === 1) {
    return found === total ? all : `${found.toLocaleString('en-US')} of ${all}`;
  }
  const { page, size } = list.paging;
  const [from, to] = [(page - 1) * size + 1, Math.min(found, page * size)];
  const part = `${from.toLocaleString('en-US')}–${to.toLocaleString('en-US')} of`;
  return found === total ? `${part} ${all}` : `${part} ${found.toLocaleString('en-US')} matching of ${all}`;
}
