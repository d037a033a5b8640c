import './job-description.css';
import { SegmentedControl } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import { type DescriptionPart, formatDescription } from '#domain/descriptions/format-description.ts';
import { highlighted } from './highlight.ts';

const views = ['Formatted', 'Original'] as const;

/**
 * The vendor’s texts, formatted, with rates, shifts and dates highlighted, or as the vendor sent them. All of it is plain text in elements
 * of ours: nothing that a vendor sends can run or load.
 */
export function JobDescription({ job: { description, note } }: { job: Pick<JobRow, 'description' | 'note'> }) {
  const [view, setView] = useState<string>('Formatted');
  if (!description && !note) return <p className="muted job-none">The vendor sent no description.</p>;
  const shown = (text: string): ReactNode =>
    view === 'Original' ? <p className="job-source">{text}</p> : <Formatted text={text} />;
  return (
    <div className="job-description">
      <div>
        <SegmentedControl size="xs" aria-label="How texts are shown" data={[...views]} value={view} onChange={setView} />
      </div>
      {note && (
        <section>
          <h3>Note</h3>
          {shown(note)}
        </section>
      )}
      {description && (
        <section>
          <h3>Description</h3>
          {shown(description)}
        </section>
      )}
    </div>
  );
}

function Formatted({ text }: { text: string }) {
  return (
    <div className="job-prose">
      {listsOf(formatDescription(text)).map((part, i) =>
        Array.isArray(part) ? (
          <ul key={i}>
            {part.map((item, n) => (
              <li key={n} className={`is-level-${item.level}${item.continues ? ' is-more' : ''}`}>
                <Part part={item} />
              </li>
            ))}
          </ul>
        ) : part.kind === 'heading' ? (
          <h4 key={i}>
            <Part part={part} />
          </h4>
        ) : (
          <p key={i}>
            <Part part={part} />
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

const Part = ({ part: { label, runs } }: { part: DescriptionPart }) => (
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
          <Marked text={text} />
        </Fragment>
      ),
    )}
  </>
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
