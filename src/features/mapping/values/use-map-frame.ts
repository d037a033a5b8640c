import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';

/** The two ways to map: one text after the other, or a table of all. */
export const mapViews = ['inbox', 'table'] as const;
export type MapView = (typeof mapViews)[number];

/** What a mapping screen shows, as its address says it, and how to turn to something else. */
export type MapFrame = {
  readonly kind: MapKind;
  readonly kinds: readonly MapKind[];
  readonly onKind: (kind: MapKind) => void;
  readonly target: TargetRow;
  readonly choice: TargetChoice;
  readonly view: MapView;
  readonly onView: (view: MapView) => void;
  /** The page that the path names. */
  readonly page: number;
};

const positive = z.coerce.number().int().positive();
const numberIn = (text: string | null | undefined): number | null => positive.safeParse(text).data ?? null;

/** Reads from the address what of a target the screen shows. */
export function useMapFrame(kinds: readonly [MapKind, ...MapKind[]], choice: TargetChoice): MapFrame {
  const { pg } = useParams();
  const [params, setParams] = useSearchParams();
  const kind = kinds.find((one) => one === params.get('kind')) ?? kinds[0];
  const view = mapViews.find((one) => one === params.get('view')) ?? 'inbox';
  const target = String(choice.target.id);
  // Another kind is another list: its filters and page are its own.
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
 * Where a documented link such as `/mapfacility/1/2/7/St%20Mary` leads: it names what it means, wherever that stands, so it leads to
 * the table; null for an address without one.
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
