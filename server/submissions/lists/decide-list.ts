import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { decideSubmissionList } from '#contract/submissions/lists.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { applyEntries, noteListRead } from './entry-rows.ts';
import { takeWaitingList } from './waiting.ts';

/** A person's decision about a list that became much shorter. */
export const decideListRoute: Handler = handle(
  decideSubmissionList,
  { audit: 'submission.list.decide', load: { target: submissionTarget('targetId', { lock: true }) } },
  async ({ kind, objectId, readAt, choice }, { tx }, { target: { customerId, row } }) => {
    const place = { customerId, targetId: row.id, kind, objectId };
    const waiting = await tx
      .selectFrom('submission_waiting_list')
      .select('read_at')
      .where('customer_id', '=', customerId)
      .where('target_id', '=', row.id)
      .where('kind', '=', kind)
      .where('object_id', '=', objectId)
      .executeTakeFirst();
    if (!waiting) return no(absent('waiting list', kind));
    const listed = await takeWaitingList(tx, place, readAt);
    if (!listed) return no({ kind: 'conflict', current: waiting.read_at });
    const note = { object: ['submissionTarget', row.id], facts: { name: row.name, list: kind, choice } } as const;
    if (choice === 'keep') return done({ added: 0, changed: 0, removed: 0 }, note);
    const { added, changed, removed } = await applyEntries(tx, place, listed, { removeOthers: true });
    await noteListRead(tx, place, new Date(readAt), false);
    return done({ added, changed, removed }, note);
  },
);
