import { type Challenge, pbkdf2, solveChallenge } from 'altcha/lib';
import { useEffect, useEffectEvent, useState } from 'react';
import { getChallenge } from '#contract/people/auth.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';

type Outcome = { turn: number } & ({ kind: 'done' } | { kind: 'failed'; words: string });

/**
 * The human check (ALTCHA): the device computes for a second or two, so users solve no puzzle (WCAG 3.3.8). We do not use
 * ALTCHA's own widget: it writes HTML from text, which the page's content security policy blocks.
 */
export function HumanCheck({ onSolved }: { onSolved: (solution: string | null) => void }) {
  const call = useCall();
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const state = outcome?.turn === turn ? outcome : ({ kind: 'working' } as const);
  const solved = useEffectEvent(onSolved);
  useEffect(() => {
    const controller = new AbortController();
    const run = async () => {
      const answer = await call(getChallenge, {});
      if (!answer.ok) return setOutcome({ turn, kind: 'failed', words: errorMessage(answer.error) });
      // The contract types only the fields that we read; the value also has the library's own (key length, expiry).
      const challenge = answer.value as unknown as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey, controller });
      if (controller.signal.aborted) return undefined;
      if (!solution) return setOutcome({ turn, kind: 'failed', words: 'The check timed out.' });
      setOutcome({ turn, kind: 'done' });
      solved(btoa(JSON.stringify({ challenge, solution })));
      return undefined;
    };
    run().catch(() => setOutcome({ turn, kind: 'failed', words: 'The check failed on this device.' }));
    return () => controller.abort();
  }, [call, turn]);
  return (
    <div className="human-check" data-state={state.kind} role="status">
      <span className="human-check-mark" aria-hidden />
      {state.kind === 'working' && 'Verifying that you are human…'}
      {state.kind === 'done' && 'Verified'}
      {state.kind === 'failed' && (
        <span>
          {state.words}{' '}
          <button type="button" className="link-button" onClick={() => setTurn(turn + 1)}>
            Check again
          </button>
        </span>
      )}
    </div>
  );
}
