import { useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { StagingView } from '#domain/job-list/staging-views.ts';
import type { SavedViews } from '#src/entities/report-view/use-saved-views.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { readAddress, type StagingAddress, withAddress, withoutView } from './staging-address.ts';
import { useSavedViews } from './use-saved-views.ts';

export type ViewAddress = {
  readonly address: StagingAddress;
  readonly saved: SavedViews;
  /** Changes what the open view shows, from its first page. */
  readonly go: (next: Partial<StagingAddress>) => void;
  /** Opens a built-in view, or a saved one by its id, as it is. */
  readonly open: (view: StagingView | number, query?: string) => void;
  /** The documented page in the address, from 1. */
  readonly page: number;
  readonly toPage: (page: number) => void;
};

const quietly = { replace: true, preventScrollReset: true } as const;

/** What the URL of the staging grid says, and how to write it. */
export function useViewAddress(): ViewAddress {
  const { pg, all: whole } = useParams();
  const all = whole === '1';
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const saved = useSavedViews(params, all);
  const view = saved.saved;
  const address = useMemo(() => readAddress(params, all, view?.body), [params, all, view]);
  const asked = Number(pg ?? 1);
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const toPage = (to: number, at = params) =>
    void navigate(pathTo('/staging/:pg?/:all?', { pg: String(to), ...(all && { all: '1' }) }, Object.fromEntries(at)), quietly);
  const change = (next: (now: URLSearchParams) => URLSearchParams) =>
    page > 1 ? toPage(1, next(params)) : setParams(next, quietly);
  return {
    address,
    saved,
    go: (next) =>
      change((now) => {
        const written = withAddress(now, { ...readAddress(now, all, view?.body), ...next }, view?.body);
        if (view) written.set('cfid', String(view.id));
        return written;
      }),
    open: (name, query = '') =>
      change((now) => {
        const opened = withoutView(now);
        opened.set(typeof name === 'number' ? 'cfid' : 'view', String(name));
        if (query !== '') opened.set('q', query);
        return opened;
      }),
    page,
    toPage,
  };
}
