import { localIdOf } from '#domain/commands/local-id.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { queueProblems, type Sought } from './send-request.ts';

/**
 * Queues a submission without a connection. It holds the caregiver’s id, the job and the targets, nothing else of the search. Returns why it
 * cannot be queued, by field.
 */
export function useQueueSubmission(jobId: number): (sought: Sought) => Promise<Problems | undefined> {
  const { role } = useSession();
  const changes = useChanges();
  return async (sought) => {
    const problems = queueProblems(sought, jobId);
    if (Object.keys(problems).length > 0) return problems;
    const ref = crypto.randomUUID();
    const { providerJobId, caregiverId, fromId, toId } = sought;
    const made = await changes.save(
      'submission.send.v1',
      {
        id: localIdOf(ref),
        ref,
        ownerId: role.userId,
        fromId: Number(fromId),
        toId: Number(toId),
        jobId,
        providerJobId: jobId > 0 ? '' : providerJobId.trim(),
        caregiverId: caregiverId.trim(),
      },
      () => 'Submission queued',
    );
    const problem = made.refused[0]?.message ?? made.notSaved;
    return problem === null ? undefined : { '': problem };
  };
}
