import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';

/** The two mapping views: one text at a time, or a table of all. */
export const mapViews = ['inbox', 'table'] as const;
export type MapView = (typeof mapViews)[number];

/** What a mapping screen shows according to its URL, with callbacks to change it. */
export type MapFrame = {
  readonly kind: MapKind;
  readonly kinds: readonly MapKind[];
  readonly onKind: (kind: MapKind) => void;
  readonly target: TargetRow;
  readonly choice: TargetChoice;
  readonly view: MapView;
  readonly onView: (view: MapView) => void;
  /** The page number in the path. */
  readonly page: number;
};

const positive = z.coerce.number().int().positive();
const numberIn = (text: string | null | undefined): number | null => positive.safeParse(text).data ?? null;

/** Reads from the URL what the screen shows of a target. */
export function useMapFrame(kinds: readonly [MapKind, ...MapKind[]], choice: TargetChoice): MapFrame {
  const { pg } = useParams();
  const [params, setParams] = useSearchParams();
  const kind = kinds.find((one) => one === params.get('kind')) ?? kinds[0];
  const view = mapViews.find((one) => one === params.get('view')) ?? 'inbox';
  const target = String(choice.target.id);
  // Another kind is another list, so this drops all other parameters, such as filters.
  const turn = (change: { kind?: MapKind; view?: MapView }) => setParams({ view, kind, target, ...change }, { replace: true });
  return {
    target: choice.target,
    choice,
    kind,
    kinds,
    onKind: (next) => turn({ kind: next }),
    view,
    onView: (next) => turn({ view: next }),
    page: numberIn(pg) ?? 1,
  };
}

/**
 * The path that a documented link such as `/mapfacility/1/2/7/St%20Mary` redirects to: the table, filtered by the target,
 * source and name in the link. Null for a URL without a target.
 */
export function useLinked(): string | null {
  const { pg, target, source, fname } = useParams();
  const { pathname } = useLocation();
  if (!target) return null;
  const named = { view: 'table', target, source: numberIn(source) ?? '', q: fname ?? '' };
  const kept = Object.entries(named).filter(([, value]) => value !== '');
  const screen = pathname.split('/')[1] ?? '';
  return `/${screen}/${numberIn(pg) ?? 1}?${new URLSearchParams(kept.map(([key, value]) => [key, String(value)]))}`;
}
