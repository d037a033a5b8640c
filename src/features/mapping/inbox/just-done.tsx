import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import type { Decisions } from './use-decisions.tsx';

/** Number of recent decisions to show. */
const shown = 5;

/** Recent decisions. Users can undo one of them, or all. */
export function JustDone({ decisions }: { decisions: Decisions }) {
  const { just } = decisions;
  if (just.length === 0) return null;
  return (
    <div className="inbox-just" role="status">
      <span className="muted">Recent decisions</span>
      {just.slice(0, shown).map((one) => (
        <span key={one.id} className="inbox-just-one">
          <span className="inbox-just-text">
            {one.text} → {one.to}
          </span>
          <button type="button" className="link-button" onClick={() => void decisions.undo(one)}>
            Undo
          </button>
        </span>
      ))}
      {just.length > 1 && (
        <button type="button" className="link-button inbox-just-all" onClick={() => void undoAll(decisions)}>
          Undo all {just.length}
        </button>
      )}
    </div>
  );
}

/** Undoes every decision since the inbox was opened, after a confirmation. */
export async function undoAll(decisions: Decisions): Promise<void> {
  const { just } = decisions;
  if (just.length === 0) return;
  const answer = await ask({
    title: `Undo ${counted(just.length, 'decision')}?`,
    body: <p>All decisions made since you opened the inbox are undone.</p>,
    choices: { undo: { words: `Undo ${counted(just.length, 'decision')}`, tone: 'primary' }, keep: { words: 'Cancel' } },
    safe: 'keep',
  });
  if (answer === 'undo') await decisions.undoAll(just);
}
