import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { syncSubmissionStatus } from '#contract/submissions/submissions.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { addStatus } from '../status/status-rows.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { ownerSeen, submissionSeen } from './submission-rows.ts';

/** Reads the status of one submission at its destination now. */
export const syncStatusRoute: Handler = handle(
  syncSubmissionStatus,
  { audit: 'submission.status', ownTransactions: true },
  async ({ me, id }, { services, actor, record }) => {
    const owner = ownerSeen(actor);
    const seen = await submissionSeen(services.db, me, id, owner);
    if (!seen) return no(absent('submission', id));
    const failed = (words: string) =>
      no({ kind: 'invalid' as const, fields: { id: `${messages.submissionStatusNotUpdated} ${words}` } });
    if (seen.extId === '') return failed('It is not at its destination.');
    const destination = await openSubmissionTarget(services, me, seen.toId);
    if (!destination?.status) return failed('Its destination shows no status, or its connection is not complete.');
    const read = await destination.status(seen.extId);
    if (read.kind !== 'done') return failed(read.words);
    const shown = read.value;
    if (shown === null) return failed('Its destination no longer shows it.');
    const now = services.now();
    return services.db.transaction().execute(async (tx) => {
      const learned = { status: shown.status, at: shown.at ?? now.toISOString(), how: 'person' } as const;
      await addStatus(tx, { customerId: me, id }, learned, now);
      const receipt = await record(tx, { object: ['submission', id], facts: { status: shown.status } });
      return done((await submissionSeen(tx, me, id, owner)) ?? seen, receipt);
    });
  },
);
