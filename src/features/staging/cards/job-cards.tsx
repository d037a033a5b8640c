import './job-cards.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { stateColumns } from '#domain/job-list/cell-texts.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { JobActionKey } from '#domain/staging/job-actions.ts';
import { mapColumns } from '#src/entities/job/job-cells.tsx';
import type { Spot } from '#src/ui/grid/anchored.tsx';
import { CellCache } from '#src/ui/grid/model/cell-cache.ts';
import type { GridSource } from '#src/ui/grid/model/grid-source.ts';
import { type Selection, toggled } from '#src/ui/grid/model/selection.ts';
import { JobCard } from './job-card.tsx';

/** What a card reads of its job. */
const keys: readonly string[] = [
  ...new Set([
    ...mapKinds.flatMap(mapColumns),
    ...stateColumns,
    'providerJobId',
    'city',
    'state',
    'billRate',
    'currency',
    'startDate',
    'durationDays',
  ]),
];

const cardHeight = 148;
const overscan = 4;

export type JobCardsProps = {
  readonly source: GridSource;
  readonly target: TargetRow | null;
  readonly selection: Selection;
  readonly onSelection: (change: (before: Selection) => Selection) => void;
  readonly onOpen: (id: number) => void;
  readonly onAction: (key: JobActionKey, ids: readonly number[]) => void;
  readonly offersOf: (id: number) => Promise<readonly JobActionKey[]>;
  readonly onMap: (jobId: number, kind: MapKind, spot: Spot) => void;
};

/**
 * The jobs of a phone, as cards: a tap opens one, a swipe holds or hides it, a long press selects it, and the menu of a card has
 * every action. As in the grid, only the cards on the screen exist.
 */
export function JobCards({ source, target, selection, onSelection, onOpen, onAction, offersOf, onMap }: JobCardsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [, arrived] = useReducer((n: number) => n + 1, 0);
  const [cache] = useState(() => new CellCache(arrived));
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const list = useVirtualizer({
    count: source.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight,
    overscan,
    useFlushSync: false,
  });
  const shown = list.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? 0) + 1];
  useEffect(() => cache.want(source, keys, first, last), [cache, source, first, last]);
  const isSelecting = selection.ids.size > 0;
  const select = (id: number) => onSelection((before) => toggled(before, id));
  return (
    <div ref={scroller} className="job-cards" aria-busy={source.rowCount > 0 && !cache.row(first)}>
      <ul aria-label="Staged jobs" style={{ height: list.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = cache.row(index);
          return (
            <li key={row?.id ?? `row ${index}`} style={{ transform: `translateY(${start}px)`, height: cardHeight }}>
              {row && (
                <JobCard
                  row={row}
                  target={target}
                  isSelected={selection.ids.has(row.id)}
                  onTap={() => (isSelecting ? select(row.id) : onOpen(row.id))}
                  onSelect={() => select(row.id)}
                  onAction={(key) => onAction(key, [row.id])}
                  offers={() => offersOf(row.id)}
                  onMap={(kind, spot) => onMap(row.id, kind, spot)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
