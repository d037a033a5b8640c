import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import type { MapKind, TargetRow } from '#contract/rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The two ways to map: one text after the other, or a table of all. */
export const mapViews = ['inbox', 'table'] as const;
export type MapView = (typeof mapViews)[number];

/** What a mapping screen shows, as its address says it, and how to turn to something else. */
export type MapFrame = {
  readonly kind: MapKind;
  readonly kinds: readonly MapKind[];
  readonly onKind: (kind: MapKind) => void;
  readonly target: TargetRow;
  readonly targets: readonly TargetRow[];
  readonly onTarget: (id: number) => void;
  readonly view: MapView;
  readonly onView: (view: MapView) => void;
  /** The page that the path names. */
  readonly page: number;
};

const positive = z.coerce.number().int().positive();
const numberIn = (text: string | null | undefined): number | null => positive.safeParse(text).data ?? null;

/** Reads the frame from the address; the target is null where none takes mappings, and not ready before that is known. */
export function useMapFrame(kinds: readonly [MapKind, ...MapKind[]]): {
  readonly ready: boolean;
  readonly frame: MapFrame | null;
} {
  const { pg } = useParams();
  const [params, setParams] = useSearchParams();
  const { ready, rows } = useCollection('target');
  const targets = rows.filter((row) => row.maps.length > 0);
  const wanted = numberIn(params.get('target'));
  const target = targets.find((row) => row.id === wanted) ?? targets.find((row) => !row.disabled) ?? targets[0];
  if (!target) return { ready, frame: null };
  const named = mapViews.find((view) => view === params.get('view'));
  const kind = kinds.find((one) => one === params.get('kind')) ?? kinds[0];
  // Another kind or target is another list: its filters and page are its own.
  const turn = (changes: Record<string, string>) =>
    setParams({ view, kind, target: String(target.id), ...changes }, { replace: true });
  const view = named ?? 'inbox';
  return {
    ready,
    frame: {
      kind,
      kinds,
      onKind: (next) => turn({ kind: next }),
      target,
      targets,
      onTarget: (id) => turn({ target: String(id) }),
      view,
      onView: (next) => turn({ view: next }),
      page: numberIn(pg) ?? 1,
    },
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
