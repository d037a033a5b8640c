import './job-description.css';
import { SegmentedControl } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type DescriptionPart, formatDescription } from '#domain/descriptions/format-description.ts';
import { ReadingFeedback } from '#src/entities/feedback/reading-feedback.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { type Evidence, evidencesOf, withEvidence } from '../readings/evidence.ts';
import { highlighted } from './highlight.ts';

const views = ['Formatted', 'Original'] as const;

/**
 * The vendor’s texts, formatted, with rates, shifts and dates highlighted, or as the vendor sent them. All of it is plain text in elements
 * of ours: nothing that a vendor sends can run or load.
 */
export function JobDescription({ job }: { job: Pick<JobRow, 'id' | 'description' | 'note' | 'readings'> }) {
  const { description, note } = job;
  const names = useFieldNames();
  const [view, setView] = useState<string>('Formatted');
  if (!description && !note) return <p className="muted job-none">The vendor sent no description.</p>;
  const read = evidencesOf(job.readings);
  const shown = (text: string, evidences: readonly Evidence[]): ReactNode =>
    view === 'Original' ? <p className="job-source">{text}</p> : <Formatted text={text} read={evidences} />;
  return (
    <div className="job-description">
      <div>
        <SegmentedControl size="xs" aria-label="How texts are shown" data={[...views]} value={view} onChange={setView} />
      </div>
      {note && (
        <section>
          <h3>{names.of('note')}</h3>
          {shown(note, [])}
        </section>
      )}
      {description && (
        <section>
          <h3>{names.of('description', 'Description')}</h3>
          {read.length > 0 && <ReadBy read={read} />}
          {shown(description, read)}
        </section>
      )}
      {(job.readings?.shift || job.readings?.rate) && <ReadingFeedback key={job.id} jobId={job.id} />}
    </div>
  );
}

/** Which values were read from the description, by whom, and how certain they are. */
function ReadBy({ read }: { read: readonly Evidence[] }) {
  const fields = useFieldNames();
  const names = { Shift: fields.of('shift'), Rate: fields.of('billRate') };
  return (
    <ul className="job-read-by" aria-label="Read from the description">
      {read.map(({ of, by, pieces }) => (
        <li key={of}>
          <strong>{names[of]}</strong> <mark className="job-mark is-read">{pieces.join(' ')}</mark>{' '}
          <span className="muted">Read by: {by}</span>
        </li>
      ))}
    </ul>
  );
}

type Read = { readonly read: readonly Evidence[] };

function Formatted({ text, read }: { text: string } & Read) {
  return (
    <div className="job-prose">
      {listsOf(formatDescription(text)).map((part, i) =>
        Array.isArray(part) ? (
          <ul key={i}>
            {part.map((item, n) => (
              <li key={n} className={`is-level-${item.level}${item.continues ? ' is-more' : ''}`}>
                <Part part={item} read={read} />
              </li>
            ))}
          </ul>
        ) : part.kind === 'heading' ? (
          <h4 key={i}>
            <Part part={part} read={read} />
          </h4>
        ) : (
          <p key={i}>
            <Part part={part} read={read} />
          </p>
        ),
      )}
    </div>
  );
}

/** Items that follow each other are one list. */
function listsOf(parts: readonly DescriptionPart[]): (DescriptionPart | DescriptionPart[])[] {
  const lists: (DescriptionPart | DescriptionPart[])[] = [];
  for (const part of parts) {
    const last = lists.at(-1);
    if (part.kind === 'item' && Array.isArray(last)) last.push(part);
    else lists.push(part.kind === 'item' ? [part] : part);
  }
  return lists;
}

const Part = ({ part: { label, runs }, read }: { part: DescriptionPart } & Read) => (
  <>
    {label !== null && (
      <>
        <strong>{label}:</strong>{' '}
      </>
    )}
    {runs.map(({ text, struck }, i) =>
      struck ? (
        <s key={i}>{text}</s>
      ) : (
        <Fragment key={i}>
          <WithEvidence text={text} read={read} />
        </Fragment>
      ),
    )}
  </>
);

const WithEvidence = ({ text, read }: { text: string } & Read) =>
  withEvidence(text, read).map((piece, i) =>
    piece.read ? (
      <mark key={i} className="job-mark is-read" data-tip={`Read by: ${piece.read.by}`}>
        {piece.text}
      </mark>
    ) : (
      <Marked key={i} text={piece.text} />
    ),
  );

const words = { rate: 'A rate', shift: 'A shift', date: 'A date' };

const Marked = ({ text }: { text: string }) =>
  highlighted(text).map(({ text: piece, mark }, i) =>
    mark === null ? (
      piece
    ) : (
      <mark key={i} className={`job-mark is-${mark}`} data-tip={words[mark]}>
        {piece}
      </mark>
    ),
  );
