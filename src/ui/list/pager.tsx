import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageWindow } from './page-window.ts';
import { type PagedList, pagesOf } from './use-list.ts';
import './pager.css';

type Props = { list: Pick<PagedList<unknown>, 'found' | 'paging'>; label: string };

/** This page size means all rows, as documented. */
export const allRows = 10_000;

/** The page sizes of lists for which the documents name no others. */
export const pagerSizes = [10, 20, 50, 100, 150, 200];

/** The pager of a list: the current page, two pages on either side, and the page size. */
export function Pager({ list: { found, paging }, label }: Props) {
  const { page, size, sizes, toPage, toSize } = paging;
  const last = pagesOf(found, size);
  if (found <= (sizes[0] ?? 0)) return null;
  return (
    <nav className="pager" aria-label={label}>
      {last > 1 && <Pages {...{ page, last, toPage }} />}
      <label className="pager-size">
        Rows per page
        <select value={size} onChange={(event) => toSize(Number(event.currentTarget.value))}>
          {sizes.map((one) => (
            <option key={one} value={one}>
              {one === allRows ? 'All' : one}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}

type PagesProps = { readonly page: number; readonly last: number; readonly toPage: (page: number) => void };

function Pages({ page, last, toPage }: PagesProps) {
  return (
    <>
      <button type="button" disabled={page <= 1} onClick={() => toPage(page - 1)} aria-label="Previous page">
        <IconChevronLeft size={16} aria-hidden />
      </button>
      {pageWindow(page, last).map((one, i) =>
        one === null ? (
          <span key={`gap${i}`} aria-hidden>
            …
          </span>
        ) : (
          <button
            key={one}
            type="button"
            aria-label={`Page ${one}`}
            aria-current={one === page ? 'page' : undefined}
            onClick={() => toPage(one)}
          >
            {one.toLocaleString('en-US')}
          </button>
        ),
      )}
      <button type="button" disabled={page >= last} onClick={() => toPage(page + 1)} aria-label="Next page">
        <IconChevronRight size={16} aria-hidden />
      </button>
    </>
  );
}
