import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DatasetLabel, DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { draftOf, nothingMarked, segmentsOf } from './draft.ts';
import { ReadingWords } from './reading-words.tsx';
import { RowOrigin } from './row-origin.tsx';
import { Workbench } from './workbench.tsx';

/** Rows of which people say different things, side by side. What is chosen counts. */
export function Differences({ rows }: { readonly rows: readonly DatasetRow[] }) {
  const changes = useChanges();
  const { userId } = useSession().role;
  const [open, setOpen] = useState<number | null>(null);
  const settle = (id: number, reading: DatasetReading) => {
    setOpen(null);
    void changes.make('dataset.settle.v1', { id, userId, reading }, () => 'Difference settled', 'Difference not settled');
  };
  if (rows.length === 0)
    return (
      <EmptyState kind="done" title="No differences">
        <p>One row in ten gets labels of two people. Where they differ, a person settles it here.</p>
      </EmptyState>
    );
  return (
    <ul className="dataset-differences" aria-label="Differences">
      {rows.map((row) => (
        <li key={row.id}>
          {open === row.id ? (
            <Workbench
              row={row}
              first={row.labels[0] ? draftOf(row.labels[0].reading) : nothingMarked}
              onSave={(reading) => settle(row.id, reading)}
              onCancel={() => setOpen(null)}
            />
          ) : (
            <Difference row={row} onUse={(label) => settle(row.id, label.reading)} onOpen={() => setOpen(row.id)} />
          )}
        </li>
      ))}
    </ul>
  );
}

type DifferenceProps = {
  readonly row: DatasetRow;
  readonly onUse: (label: DatasetLabel) => void;
  readonly onOpen: () => void;
};

function Difference({ row, onUse, onOpen }: DifferenceProps) {
  return (
    <>
      <RowOrigin row={row} />
      <div className="dataset-sides">
        {row.labels.map((label) => (
          <section key={`${label.by}${label.at}`} aria-label={`Label of ${label.by}`}>
            <h2>
              {label.by}{' '}
              <span className="muted">
                · <Ago at={label.at} />
              </span>
            </h2>
            <ReadingWords reading={label.reading} />
            <p className="dataset-text is-plain">
              {segmentsOf(row.description, draftOf(label.reading)).map(({ text, parts }, i) =>
                parts.length === 0 ? (
                  <span key={i}>{text}</span>
                ) : (
                  <mark key={i} data-part={parts.join(' ')}>
                    {text}
                  </mark>
                ),
              )}
            </p>
            <Button size="xs" onClick={() => onUse(label)}>
              Use this label
            </Button>
          </section>
        ))}
      </div>
      <Button size="xs" variant="default" onClick={onOpen}>
        Neither: label it
      </Button>
    </>
  );
}
