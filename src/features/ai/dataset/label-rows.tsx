import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { labelBy } from '#domain/ai/dataset/row-state.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Pager } from '#src/ui/list/pager.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { DatasetFilters } from './dataset-filters.tsx';
import { firstDraft } from './draft.ts';
import { Guidelines } from './guidelines.tsx';
import { RowOrigin } from './row-origin.tsx';
import type { Dataset } from './use-dataset.ts';
import { useLabeling } from './use-labeling.ts';
import { Workbench } from './workbench.tsx';

/** The rows of a page and the form of the one that is open. */
export function LabelRows({ dataset }: { readonly dataset: Dataset }) {
  const { page, found, all, address, sizes } = dataset;
  const { userId } = useSession().role;
  const work = useLabeling(found);
  const row = all.find(({ id }) => id === work.current);
  const [first] = page;
  return (
    <>
      <DatasetFilters dataset={dataset} />
      {found.length === 0 && !row ? (
        <NoneLeft dataset={dataset} />
      ) : (
        <div className="dataset-main" data-open={row !== undefined || undefined}>
          <Queue rows={page} current={work.current} onGo={work.go} />
          {row ? (
            <Workbench
              key={row.id}
              row={row}
              first={firstDraft(row, userId)}
              onSave={(reading) => void work.save(row.id, reading)}
              onSkip={() => work.skip(row.id)}
              {...(work.canUndo && { onUndo: () => void work.undo() })}
              onCancel={() => work.go(null)}
            />
          ) : (
            <section className="dataset-start" aria-label="How to start">
              <Button onClick={() => first && work.go(first.id)}>Classify</Button>
              <p className="muted">Opens the first row. Each label opens the next one.</p>
              <Guidelines />
            </section>
          )}
        </div>
      )}
      <Pager list={{ found: found.length, paging: { ...address, sizes } }} label="Pages of descriptions" />
      {work.count > 0 && (
        <p className="muted" role="status">
          {work.count.toLocaleString('en-US')} labeled since you opened this screen.
        </p>
      )}
    </>
  );
}

type QueueProps = {
  readonly rows: readonly DatasetRow[];
  readonly current: number | null;
  readonly onGo: (id: number) => void;
};

function Queue({ rows, current, onGo }: QueueProps) {
  const { userId } = useSession().role;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <ul ref={list} className="dataset-queue" aria-label="Descriptions">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className="dataset-item"
            data-row={row.id}
            aria-current={row.id === current ? 'true' : undefined}
            onClick={() => onGo(row.id)}
          >
            <span className="dataset-item-text">{row.description.slice(0, 160)}</span>
            <RowOrigin row={row} />
            {labelBy(row, userId) && <span className="muted">Labeled by you</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function NoneLeft({ dataset: { address, all } }: { readonly dataset: Dataset }) {
  if (address.filtered)
    return (
      <EmptyState kind="no-match" title="No descriptions match">
        <Button variant="default" size="xs" onClick={address.clear}>
          Show all that wait
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState kind="done" title="All labeled">
      <p>None of the {all.length.toLocaleString('en-US')} descriptions waits for your label.</p>
      <Button variant="default" size="xs" onClick={() => address.setFilter('shown', 'all')}>
        Show classified rows, too
      </Button>
    </EmptyState>
  );
}
