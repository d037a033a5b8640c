import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DriftedOrder, decideDrift, listDrift } from '#contract/posting/drift.ts';
import { refreshReplies } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

type Choice = 'theirs' | 'ours';

/** Decides about a job that was changed in the ATS. The list is read again afterward, also after a refusal. */
export function useDecideDrift(order: DriftedOrder) {
  const cust = useSession().customer.id;
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const decide = async (choice: Choice, fields: readonly string[]): Promise<void> => {
    setBusy(true);
    const { targetId: target, jobId: job, foundAt } = order;
    const some = order.kind === 'deleted' ? {} : { fields: [...fields] };
    const answer = await call(decideDrift, { cust, target, job, choice, foundAt, ...some });
    setBusy(false);
    setProblem(answer.ok ? null : errorMessage(answer.error));
    if (answer.ok) toast.success({ title: saidOf(order, choice) });
    await refreshReplies(client, listDrift);
  };
  return { busy, problem, decide };
}

function saidOf({ kind, providerJobId, targetName }: DriftedOrder, choice: Choice): string {
  if (kind === 'deleted') return `${providerJobId} stays deleted in ${targetName}`;
  return choice === 'theirs' ? `${targetName} keeps its values of ${providerJobId}` : `${providerJobId} queued to update`;
}
