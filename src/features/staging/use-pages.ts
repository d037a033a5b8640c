import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import * as z from 'zod';
import type { JobSource } from '#src/entities/job/use-job-grid.ts';
import { useSession } from '#src/entities/session/session.ts';
import { allRows, pagerSizes } from '#src/ui/list/pager.tsx';
import type { PagedList } from '#src/ui/list/use-list.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';

/** Rows on a page of the staging grid, by person, on this device. All rows scroll without pages. */
const pageSizes = localSetting('staging-page-sizes', z.record(z.string(), z.number().int()), {});

const sizes: readonly number[] = [...pagerSizes, allRows];

export type Pages = {
  readonly source: JobSource['source'];
  /** Lines before the page. */
  readonly offset: number;
  /** Lines on all pages together. */
  readonly found: number;
  readonly paging: PagedList<unknown>['paging'];
};

/** One page of the lines of the grid, or all of them. A page behind the last one is the last one. */
export function usePages(all: JobSource['source'], asked: number, toPage: (page: number) => void): Pages {
  const { role } = useSession();
  const [kept, setKept] = useSetting(pageSizes);
  // The cards of a phone scroll.
  const narrow = useMediaQuery('(max-width: 767px)') ?? false;
  const wanted = narrow ? allRows : (kept[role.userId] ?? allRows);
  const size = sizes.includes(wanted) ? wanted : allRows;
  const isPaged = size !== allRows;
  const page = isPaged ? Math.max(1, Math.min(asked, Math.ceil(all.rowCount / size))) : 1;
  const source = useMemo(() => (isPaged ? pageOf(all, (page - 1) * size, size, page) : all), [all, isPaged, page, size]);
  const toSize = (next: number) => {
    setKept({ ...kept, [role.userId]: next });
    toPage(1);
  };
  // Where all scroll, there is one page, however many they are.
  const found = isPaged ? all.rowCount : Math.min(all.rowCount, size);
  return { source, offset: (page - 1) * size, found, paging: { page, size, sizes, toPage, toSize } };
}

function pageOf(all: JobSource['source'], offset: number, size: number, page: number): JobSource['source'] {
  const rowCount = Math.max(0, Math.min(size, all.rowCount - offset));
  return {
    rowCount,
    dataCount: all.dataCount,
    // Another page is another order: no row of the page before may be taken for one of this page.
    order: all.order * 100_000 + page,
    version: all.version,
    window: (from, to, keys) => all.window(offset + from, offset + Math.min(to, rowCount), keys),
    ids: (from, to) => all.ids(offset + from, offset + Math.min(to, rowCount)),
    async positionOf(id) {
      const place = (await all.positionOf(id)) - offset;
      return place >= 0 && place < rowCount ? place : -1;
    },
  };
}
