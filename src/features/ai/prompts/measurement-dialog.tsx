import { Button } from '@mantine/core';
import { useState } from 'react';
import { type AiMeasurement, listWrongRows, type WrongRow } from '#contract/ai/measurements.ts';
import { costWords, outcomeWords, standInWords } from '#domain/ai/call-words.ts';
import { millisecondsWords, shareWords, valueWords } from '#domain/ai/measure/measure-words.ts';
import { measuredProperties } from '#domain/ai/measure/properties.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { TableHead } from '#src/ui/page/table-head.tsx';

type Props = { readonly of: AiMeasurement; readonly onClose: () => void };

/** The figures of one measurement, and its wrong rows, each of which opens. */
export function MeasurementDialog({ of, onClose }: Props) {
  const { version, model, standIn } = of;
  return (
    <Dialog title={`Version ${version} by ${model}`} size={880} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="ai-measured">
          {standIn && (
            <div className="prompt-version">
              <StateBadge tone="warn">{standInWords}</StateBadge>
            </div>
          )}
          <Figures of={of} />
          <WrongRows of={of} />
          <div className="form-actions">
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const labelOf = (name: string): string => measuredProperties.find((property) => property.name === name)?.label ?? name;

function Figures({ of: { figures } }: Pick<Props, 'of'>) {
  const reasons = Object.entries(figures.unanswered).map(([outcome, rows]) => `${outcomeWords(outcome)}: ${rows}`);
  return (
    <section aria-label="Figures">
      <p>
        <strong>{shareWords(figures.whole)}</strong> of {figures.rows.toLocaleString('en-US')} rows right as a whole. In
        parentheses are 95 % intervals.
      </p>
      <div className="ai-figures" tabIndex={0} role="group" aria-label="Figures of each value">
        <table className="rows">
          <TableHead columns={['Value', 'Exact', 'Precision', 'Recall', 'F1']} />
          <tbody>
            {figures.properties.map(({ name, exact, precision, recall, f1 }) => (
              <tr key={name}>
                <td>{labelOf(name)}</td>
                {Object.entries({ Exact: exact, Precision: precision, Recall: recall, F1: f1 }).map(([figure, share]) => (
                  <td key={figure} data-label={figure}>
                    <span>{shareWords(share)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted">
        {reasons.length === 0 ? 'Every row has an answer' : `Without an answer: ${reasons.join(', ')}`} · median{' '}
        {millisecondsWords(figures.medianMilliseconds)} ms, slowest {millisecondsWords(figures.slowestMilliseconds)} ms ·{' '}
        {costWords(figures.cost)}
      </p>
    </section>
  );
}

function WrongRows({ of: { id, customerId } }: Pick<Props, 'of'>) {
  const [page, setPage] = useState(1);
  const answer = useReply(listWrongRows, { cust: customerId, id, page }, { keepsPrevious: true });
  return (
    <section aria-label="Wrong rows">
      <Answered answer={answer} what="The wrong rows">
        {({ total, totalPages, rows }) => (
          <>
            <h3>{total === 0 ? 'No row is wrong' : `Wrong rows: ${total.toLocaleString('en-US')}`}</h3>
            {rows.map((row) => (
              <Row key={row.rowId} row={row} />
            ))}
            {totalPages > 1 && (
              <div className="prompt-actions">
                <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  Previous
                </Button>
                <span className="muted">
                  Page {page} of {totalPages}
                </span>
                <Button size="xs" variant="default" disabled={page >= totalPages} onClick={() => setPage(page + 1)}>
                  Next
                </Button>
              </div>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

/** A row in a line; it opens to its description. */
function Row({ row: { description, outcome, wrong, read, labeled } }: { readonly row: WrongRow }) {
  const names = useFieldNames();
  const words =
    outcome === 'answered'
      ? wrong.map((name) => `${labelOf(name)}: ${valueWords(name, read)}, labeled ${valueWords(name, labeled)}`).join(' · ')
      : outcomeWords(outcome);
  return (
    <details className="ai-wrong-row">
      <summary>{words}</summary>
      <pre tabIndex={0} aria-label={names.of('description', 'Description')}>
        {description}
      </pre>
    </details>
  );
}
