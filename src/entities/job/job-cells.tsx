import './job-cells.css';
import type { ReactNode } from 'react';
import type { Lock } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { badgesOf, numberIn, statusBadges, textIn } from '#domain/job-list/cell-texts.ts';
import { has } from '#domain/jobs/flags.ts';
import type { RowView } from '#src/ui/grid/model/grid-source.ts';
import { certaintyBand } from '#src/ui/mark/certainty-pill.tsx';

/** Number of badges that a cell shows. The rest is shown as a count. */
const badgesShown = 2;
const shapes = { high: '●', middle: '◑', low: '◔', none: '○' };

/** The sync mark of a row: a glyph, and the text of its tooltip. */
export const syncGlyphs: Record<string, readonly [glyph: string, words: string]> = {
  waiting: ['◷', 'Saved on this device, not sent yet'],
  sending: ['↻', 'Sending'],
  failed: ['!', 'Rejected. Open the job to see why'],
  blocked: ['!', 'Waiting for a rejected change. Open the job to decide'],
  conflict: ['⇄', 'Changed in two places. Open the job to decide'],
};

/** The value is unknown, which is not the same as zero. */
const dash: ReactNode = (
  <span className="jg-muted" aria-hidden="true">
    —
  </span>
);

export const plainText = (text: string | null): ReactNode => (text === null ? dash : <span className="jg-text">{text}</span>);

/** The two most urgent states. */
export function statusCell(row: RowView, nowMs: number): ReactNode {
  const badges = statusBadges(row, nowMs);
  const more = badges.length - badgesShown;
  return (
    <>
      {badges.slice(0, badgesShown).map((badge) => (
        <span key={badge.words} className={`state-badge state-badge-${badge.tone}`} data-part="states">
          {badge.words}
        </span>
      ))}
      {more > 0 && (
        <span className="jc-more" data-part="states">
          +{more}
        </span>
      )}
    </>
  );
}

/** The job's number with its marks: unsent changes, and a dot while it is new. */
export function numberCell(row: RowView, nowMs: number): ReactNode {
  const sync = textIn(row, 'sync');
  const isNew = badgesOf(row, nowMs).some(({ words }) => words === 'New');
  return (
    <>
      {sync !== null && syncGlyph(sync)}
      {plainText(textIn(row, 'providerJobId'))}
      {isNew && sync === null && <span className="jc-new" data-part="states" role="img" aria-label="New" />}
    </>
  );
}

function syncGlyph(sync: string): ReactNode {
  const [glyph, words] = syncGlyphs[sync] ?? ['', ''];
  return (
    <span className={`jc-sync jc-sync-${sync}`} data-part="sync" role="img" aria-label={words}>
      {glyph}
    </span>
  );
}

/** The locks of a row by field. */
export function locksOf(row: RowView): Readonly<Record<string, Lock>> {
  const cell = row.get('locks');
  return typeof cell === 'object' && cell !== null ? (cell as Record<string, Lock>) : noLocks;
}
const noLocks: Readonly<Record<string, Lock>> = {};

const lockGlyph: ReactNode = (
  <svg className="jc-lock" data-part="lock" role="img" aria-label="Set manually" viewBox="0 0 12 12" width="11" height="11">
    <rect x="2" y="5" width="8" height="6" rx="1.2" fill="currentColor" />
    <path d="M4 5V3.6a2 2 0 0 1 4 0V5" fill="none" stroke="currentColor" strokeWidth="1.3" />
  </svg>
);

/** A value with a mark of its origin: locked by hand, set by a rule, or read from the note. */
export function valueCell(row: RowView, field: string, shown: string | null, below: string | null = null): ReactNode {
  const locked = locksOf(row)[field] !== undefined;
  const from = field === 'billRate' && !locked ? provenance(numberIn(row, 'chgMap') ?? 0) : null;
  return (
    <>
      {locked && lockGlyph}
      {below === null ? numberText(shown) : twoLines(numberText(shown), <span className="jg-text jg-muted">{below}</span>)}
      {from}
    </>
  );
}

export const numberText = (shown: string | null): ReactNode =>
  shown === null ? dash : <span className="jg-text jc-number">{shown}</span>;

function provenance(chgMap: number): ReactNode {
  if (has(chgMap, 'rateByRule'))
    return (
      <span className="jc-from" data-part="rule" role="img" aria-label="Set by a rule">
        R
      </span>
    );
  if (!has(chgMap, 'rateFromNote')) return null;
  return (
    <span className="jc-from" data-part="note" role="img" aria-label="From the job's note">
      N
    </span>
  );
}

const pill = (certainty: number): ReactNode => {
  const band = certaintyBand(certainty);
  return (
    <span className={`certainty certainty-${band}`} data-part="certainty">
      <span className="certainty-mark" aria-hidden="true">
        {shapes[band]}
      </span>
      {Math.floor(certainty)}
    </span>
  );
};

/** The columns that a mapped field reads. */
export const mapColumns = (kind: MapKind): readonly string[] => [
  kind,
  `${kind}Key`,
  ...['Name', 'MapId', 'Certainty', 'How', 'Suggestion', 'SuggestedId', 'Sync'].map((pick) => `${kind}${pick}`),
];

/** What the target needs decides what a mapped cell offers. `below` is shown with the value: the place of a facility, the degree. */
type MapCellOptions = { readonly isNeeded: boolean; readonly below?: ReactNode };

/** From this certainty on, a mapping needs no check. */
const certainFrom = 95;

/** A mapped field: the ATS value, or the vendor's text and how to map it. */
export function mapCell(row: RowView, kind: MapKind, { isNeeded, below }: MapCellOptions): ReactNode {
  const source = textIn(row, kind);
  const name = textIn(row, `${kind}Name`);
  const certainty = numberIn(row, `${kind}Certainty`);
  if (name === null) return unmappedCell(row, kind, { isNeeded, below });
  const how = textIn(row, `${kind}How`);
  const sync = textIn(row, `${kind}Sync`);
  // Certainty does not apply to a mapping that a user chose.
  const isUnsure = how !== 'job' && how !== 'person' && certainty !== null && certainty < certainFrom;
  return (
    <>
      {twoLines(name, lowerLine(below, isUnsure && source !== name ? source : null))}
      {sync !== null && syncGlyph(sync)}
      {how === 'job' ? lockGlyph : isUnsure && pill(certainty)}
    </>
  );
}

function unmappedCell(row: RowView, kind: MapKind, { isNeeded, below }: MapCellOptions): ReactNode {
  const source = textIn(row, kind);
  if (!isNeeded) return twoLines(source ?? dash, lowerLine(below, null));
  const suggestion = textIn(row, `${kind}Suggestion`);
  const certainty = numberIn(row, `${kind}Certainty`);
  return (
    <>
      {twoLines(source ?? dash, lowerLine(below, suggestion === null ? null : `${suggestion}?`))}
      {suggestion !== null && certainty !== null && pill(certainty)}
      {mapButton(kind, 'map', 'Map…')}
    </>
  );
}

const mapButton = (kind: MapKind, part: string, words: string): ReactNode => (
  <span className="jc-map" data-part={part} role="button" aria-label={`Map ${kind}`}>
    {words}
  </span>
);

/** The degree below a specialty, with the way to map it while the target needs that. */
export function degreeLine(row: RowView, isNeeded: boolean): ReactNode {
  const [source, name] = [textIn(row, 'degree'), textIn(row, 'degreeName')];
  if (name !== null || !isNeeded) return name ?? source;
  return (
    <>
      {source ?? 'No degree'} {mapButton('degree', 'map-degree', 'Map…')}
    </>
  );
}

function lowerLine(below: ReactNode, more: string | null): ReactNode {
  const parts = [below, more].filter((part) => part !== null && part !== undefined && part !== '');
  if (parts.length === 0) return null;
  return (
    <span className="jg-text jg-muted">
      {parts[0]}
      {parts.length > 1 && <> · {parts[1]}</>}
    </span>
  );
}

/** Two lines in a tall row, one after the other in a compact one. */
const twoLines = (first: ReactNode, second: ReactNode): ReactNode =>
  second === null ? (
    <span className="jg-text jc-first">{first}</span>
  ) : (
    <span className="jg-two">
      <span className="jg-text">{first}</span>
      {second}
    </span>
  );
