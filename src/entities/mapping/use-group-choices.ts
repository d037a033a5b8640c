import { useEffect } from 'react';
import { listGroupChoices } from '#contract/mapping/values.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useMatchClient } from './use-match-client.ts';

/** Sends the group's choices to the device's matcher. They are stored on the device, so they work offline. */
export function useGroupChoices(targetId: number | null): void {
  const { customer } = useSession();
  const client = useMatchClient();
  const { reply } = useReply(listGroupChoices, { cust: customer.id, targetId: targetId ?? 0 }, { wanted: targetId !== null });
  useEffect(() => {
    // If the worker dies meanwhile, its client sends the choices again after the restart.
    if (targetId !== null && reply) client.teach(targetId, reply).catch(() => undefined);
  }, [client, targetId, reply]);
}
