import './mapping.css';
import type { Reason, ReasonDetail } from '#domain/mapping/candidate/candidate.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import { type ReasonLine, reasonLine, whyNotHigher } from './reason-text.ts';

type ReasonCardProps = { readonly certainty: number; readonly name: string; readonly reasons: readonly Reason[] };

/** Explains a suggestion's certainty: each part as a bar with text, and what lowers it. */
export function ReasonCard({ certainty, name, reasons }: ReasonCardProps) {
  const names = useFieldNames();
  const doubts = whyNotHigher(reasons, names);
  return (
    <div className="reasons">
      <div className="reasons-head">
        <CertaintyPill value={certainty} />
        <strong>{name}</strong>
      </div>
      <ul className="reasons-lines">
        {reasons.map((reason) => (
          <Line key={reason.part} line={reasonLine(reason, names)} />
        ))}
      </ul>
      {doubts.length > 0 && (
        <p className="reasons-doubt">
          <b>Why not higher?</b> {doubts.join(' ')}
        </p>
      )}
    </div>
  );
}

function Line({ line }: { line: ReasonLine }) {
  const { label, agrees, speaks, detail, words } = line;
  const measured = detail.kind === 'words' || detail.kind === 'values';
  return (
    <li className={`reason is-${speaks}`}>
      <span className="reason-label">{label}</span>
      <span className="reason-bar" aria-hidden="true">
        {measured && <span style={{ width: `${Math.round(agrees * 100)}%` }} />}
      </span>
      <span className="reason-words">{detail.kind === 'words' ? <Words detail={detail} /> : words}</span>
    </li>
  );
}

/** The words of a name: exact match, abbreviation or similar, or missing on the other side. */
function Words({ detail }: { detail: Extract<ReasonDetail, { kind: 'words' }> }) {
  return (
    <>
      {detail.matches.map(({ source, target, how }) => (
        <span
          key={`${source}${target}`}
          className={`reason-word is-${how}`}
          {...(how !== 'same' && { 'data-tip': `${source} — ${target}` })}
        >
          {how === 'same' ? target : `${source} ≈ ${target}`}
        </span>
      ))}
      {detail.onlySource.map((word) => (
        <span key={`s${word}`} className="reason-word is-missing" data-tip="Only the vendor says this">
          {word}
        </span>
      ))}
      {detail.onlyTarget.map((word) => (
        <span key={`t${word}`} className="reason-word is-extra" data-tip="Only the ATS says this">
          +{word}
        </span>
      ))}
    </>
  );
}
