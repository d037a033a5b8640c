import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { chipLabel } from '#domain/query/chip-label.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import type { JobFilter } from '#domain/staging/documented-filter.ts';
import { filterInQuery, withFilter, withoutFilter } from '#domain/staging/filter-in-query.ts';
import { counted } from '#src/ui/format/format.ts';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { MappingPart, PlacePart, TextPart } from './filter-parts.tsx';
import { StatusPart } from './status-part.tsx';
import './filter.css';

type FilterPanelProps = {
  /** The text of the query bar. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly schema: QuerySchema;
  /** Name of the view whose jobs are filtered. */
  readonly view: string;
  /** How many jobs match; null while they load. */
  readonly count: number | null;
  /** Goes to the view of all jobs; null there. */
  readonly onAll: (() => void) | null;
  /** The choice of the target. */
  readonly targets: ReactNode;
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly onClose: () => void;
};

/** The documented filter beside the grid. It reads the query and writes it: both show the same filter. */
export function FilterPanel({ query, onQuery, schema, view, count, onAll, targets, ...panel }: FilterPanelProps) {
  const [round, setRound] = useState(0);
  const { filter, read, others } = filterInQuery(parseQuery(query, schema));
  const latest = useLatestQuery(query, onQuery);
  const set = (change: JobFilter) => latest.change((now) => withFilter(now, schema, change));
  const clear = () => {
    latest.change((now) => withoutFilter(now, schema));
    setRound(round + 1);
  };
  const part = { filter, set };
  return (
    <SidePanel title="Filter" {...panel}>
      <div className="filter-panel" key={round}>
        <p className="filter-count" aria-live="polite">
          {count === null ? 'Loading jobs…' : `${counted(count, 'job')} in ${view}`}
          {onAll && (
            <Button variant="subtle" size="compact-xs" onClick={onAll}>
              Look through all
            </Button>
          )}
        </p>
        {targets}
        <StatusPart {...part} />
        <MappingPart {...part} />
        <PlacePart {...part} />
        <TextPart {...part} />
        {others.length > 0 && (
          <section className="filter-part" aria-label="Also in the query">
            <h3>Also in the query</h3>
            <ul className="filter-others">
              {others.map((chip) => (
                <li key={chip.from}>{chipLabel(chip, schema)}</li>
              ))}
            </ul>
            <p className="muted">These parts have no field here. Change them in the query bar.</p>
          </section>
        )}
      </div>
      <footer className="filter-foot">
        <Button variant="default" size="xs" disabled={read.length === 0} onClick={clear}>
          Clear filter
        </Button>
      </footer>
    </SidePanel>
  );
}

/**
 * Changes the query that was set last. On a busy device, the address follows a moment later: a second change would otherwise start
 * from the query before the first one and undo it.
 */
function useLatestQuery(query: string, onQuery: (query: string) => void) {
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  }, [query]);
  const change = (of: (now: string) => string) => {
    const next = of(latest.current);
    if (next === latest.current) return;
    latest.current = next;
    onQuery(next);
  };
  return { change };
}
