import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { revealPassword } from '#contract/collecting/task-credentials.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** A revealed password is on screen for this long. */
const shownMs = 30_000;

/** Shows the stored password for half a minute, after the person has confirmed who they are. It is kept nowhere. */
export function RevealPassword({ taskId }: { taskId: number }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [password, setPassword] = useState<string | null>(null);
  useEffect(() => {
    if (password === null) return undefined;
    const timer = setTimeout(() => setPassword(null), shownMs);
    return () => clearTimeout(timer);
  }, [password]);
  const reveal = async () => {
    const answer = await call(revealPassword, { cust, id: taskId });
    if (answer.ok) setPassword(answer.value.password);
    else toast.error({ title: 'Password not shown', detail: errorMessage(answer.error) });
  };
  if (password === null) {
    return (
      <div>
        <OnlineButton variant="default" size="xs" onClick={() => void reveal()}>
          Show stored password
        </OnlineButton>
      </div>
    );
  }
  return (
    <div className="task-revealed" role="status">
      <output className="mono" aria-label="Stored password">
        {password}
      </output>
      <Button variant="default" size="xs" onClick={() => setPassword(null)}>
        Hide
      </Button>
      <span className="muted">Hidden again after 30 seconds.</span>
    </div>
  );
}
