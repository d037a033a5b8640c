import { messages } from '#contract/kit/messages.ts';
import type { Result } from '#contract/kit/result.ts';
import { refreshTargetToken, revealTargetSecret } from '#contract/posting/target-connection.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { secretsOf } from '#domain/targets/connection-problems.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { RevealedSecret } from '#src/entities/session/revealed-secret.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

type Failed = Parameters<typeof errorMessage>[0];

/** What the answer holds, or null after a notice that says why there is none. */
function shown(answer: Result<string, Failed>): string | null {
  if (answer.ok) return answer.value;
  toast.error({ title: messages.failedSupport, detail: errorMessage(answer.error) });
  return null;
}

/** The stored secrets of a target, and a new session token where its kind has sessions: shown for half a minute, kept nowhere. */
export function TargetSecrets({ row }: { row: TargetRow }) {
  const call = useCall();
  const form = connectionForm(row.typeId);
  return (
    <section className="card target-card" aria-labelledby="target-secrets">
      <h2 id="target-secrets">Stored secrets</h2>
      <p className="muted">Shown after you confirm who you are. Each time is in the history.</p>
      {secretsOf(form ?? { fields: [] }).map(({ name, label }) => (
        <RevealedSecret
          key={name}
          label={`Show ${label.toLowerCase()}`}
          name={label}
          ask={async () =>
            shown(await call(revealTargetSecret, { id: row.id, secret: name === 'password' ? 'password' : 'clientSecret' }))
          }
        />
      ))}
      {targetKind(row.typeId).adapter === 'bullhorn' && (
        <RevealedSecret
          label="New session token"
          name="Session token"
          ask={async () => shown(await call(refreshTargetToken, { id: row.id }, { timeoutMs: 60_000 }))}
        />
      )}
    </section>
  );
}
