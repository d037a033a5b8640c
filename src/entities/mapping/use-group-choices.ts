import { useEffect } from 'react';
import { listGroupChoices } from '#contract/mapping/values.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useMatchClient } from './use-match-client.ts';

/** Teaches the device's matcher what the customer's group chose: kept here, so that it is known without a connection. */
export function useGroupChoices(targetId: number | null): void {
  const { customer } = useSession();
  const client = useMatchClient();
  const { reply } = useReply(listGroupChoices, { cust: customer.id, targetId: targetId ?? 0 }, { wanted: targetId !== null });
  useEffect(() => {
    // A worker that dies meanwhile is taught when it is started again.
    if (targetId !== null && reply) client.teach(targetId, reply).catch(() => undefined);
  }, [client, targetId, reply]);
}
