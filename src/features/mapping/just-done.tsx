import type { Decisions } from './use-decisions.tsx';

/** The last decisions, each to be taken back. */
export function JustDone({ decisions }: { decisions: Decisions }) {
  if (decisions.just.length === 0) return null;
  return (
    <div className="inbox-just" role="status">
      <span className="muted">Just done</span>
      {decisions.just.map((one) => (
        <span key={one.id} className="inbox-just-one">
          <span className="inbox-just-text">
            {one.text} → {one.to}
          </span>
          <button type="button" className="link-button" onClick={() => void decisions.undo(one)}>
            Undo
          </button>
        </span>
      ))}
    </div>
  );
}
