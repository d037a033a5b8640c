import { revealPassword } from '#contract/collecting/task-credentials.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { RevealedSecret } from '#src/entities/session/revealed-secret.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Shows the stored password of a task. */
export function RevealPassword({ taskId }: { taskId: number }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const ask = async () => {
    const answer = await call(revealPassword, { cust, id: taskId });
    if (answer.ok) return answer.value.password;
    toast.error({ title: 'Password not shown', detail: errorMessage(answer.error) });
    return null;
  };
  return <RevealedSecret label="Show stored password" name="Stored password" ask={ask} />;
}
