import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { resendSubmission, sendSubmission, settleSubmission } from '#contract/submissions/submissions.ts';
import { problemWords } from '#domain/submissions/problem-words.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { gather } from '../check/gather.ts';
import { addStatus } from '../status/status-rows.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { openRequest } from './ask.ts';
import { sentAgain } from './submission-effects.ts';
import { ownerSeen, submissionSeen } from './submission-rows.ts';
import { conflictOf, rivalOf, wantSubmission } from './want-submission.ts';

const onItsWay = 'The submission is on its way';

/** Puts a caregiver forward. Nothing is made before the check has passed, and then once only. */
export const sendRoute: Handler = handle(
  sendSubmission,
  { audit: 'submission.send', ownTransactions: true },
  async ({ me, ...request }, { services, actor, record }) => {
    const opened = await openRequest(services, me, request);
    if ('fields' in opened) return no({ kind: 'invalid' as const, fields: opened.fields });
    const { asked, destination, caregiver } = opened;
    const today = services.now().toISOString().slice(0, 10);
    const { problems } = await gather(services.db, asked, caregiver, destination, today);
    // A submission that is there already is a conflict, below, which names its owner.
    const words = problems.flatMap((one) =>
      one.kind === 'alreadySubmitted' ? [] : [problemWords(one, messages.sameSubmissionTarget)],
    );
    if (words.length > 0 || !caregiver)
      return no({ kind: 'invalid' as const, fields: { caregiverId: `${messages.submissionNotCreated}. ${words.join(' ')}` } });
    const wanted = { ...asked, email: caregiver.email, userId: actor.userId, eventId: '' };
    return services.db.transaction().execute(async (tx) => {
      const made = await wantSubmission(tx, wanted, services.now());
      if (made.kind === 'conflict') return no({ kind: 'conflict' as const, current: conflictOf(made.rival) });
      const receipt = await record(tx, { object: ['submission', made.id], facts: { job: asked.providerJobId } });
      return done({ id: made.id, message: onItsWay }, receipt);
    });
  },
);

/** States from which a person may send a submission again. */
const endedOrHuman = ['refused', 'human'];

/** Sends a submission again that was refused, or that a person did not find at the destination. */
export const resendRoute: Handler = handle(
  resendSubmission,
  { audit: 'submission.resend' },
  async ({ me, id }, { services, actor, tx, customerId }) => {
    const seen = await submissionSeen(tx, me, id, ownerSeen(actor));
    if (!seen) return no(absent('submission', id));
    if (!endedOrHuman.includes(seen.state))
      return no({ kind: 'invalid', fields: { id: `${messages.notResubmitted} It is ${seen.status.toLowerCase()} already.` } });
    const rival = await rivalOf(tx, { ...seen, customerId, email: seen.caregiverEmail }, id);
    if (rival) return no({ kind: 'conflict', current: conflictOf(rival) });
    const { rows } = await sentAgain(customerId, id, services.now()).execute(tx);
    if (rows.length === 0) return no({ kind: 'conflict', current: conflictOf(null) });
    return done({ message: onItsWay }, { object: ['submission', id], facts: { job: seen.providerJobId } });
  },
);

/** Notes a person's decision about a submission whose call broke off, or takes back one that was not sent. */
export const settleRoute: Handler = handle(
  settleSubmission,
  { audit: 'submission.decide', ownTransactions: true },
  async ({ me, id, decision, extId }, { services, actor, record }) => {
    const owner = ownerSeen(actor);
    const seen = await submissionSeen(services.db, me, id, owner);
    if (!seen) return no(absent('submission', id));
    const isThere = decision === 'there';
    if (isThere && extId === '') return no({ kind: 'invalid' as const, fields: { extId: 'Enter its ID at the destination' } });
    const status = isThere ? await (await openSubmissionTarget(services, me, seen.toId))?.status?.(extId) : undefined;
    if (status?.kind === 'done' && status.value === null)
      return no({ kind: 'invalid' as const, fields: { extId: 'The destination has no submission with this ID.' } });
    const from = isThere ? ['unknown', 'human'] : ['wanted', 'human', 'refused'];
    const [state, set] = isThere ? ['sent', sql`, ext_id = ${extId}`] : ['withdrawn', sql``];
    const now = services.now();
    return services.db.transaction().execute(async (tx) => {
      const { rows } = await sql`update submission set state = ${state}, error_text = '', next_at = null, lease_until = null,
          fence = fence + 1, ended_at = ${now} ${set}
        where customer_id = ${me} and id = ${id} and state = any(${from}::text[]) and (lease_until is null or lease_until < ${now})
        returning id`.execute(tx);
      if (rows.length === 0)
        return no({
          kind: 'invalid' as const,
          fields: { id: `It is ${seen.status.toLowerCase()}, so there is nothing to decide.` },
        });
      const shown = status?.kind === 'done' ? status.value : null;
      if (isThere) {
        const learned = { status: shown?.status ?? 'Submitted', at: shown?.at ?? now.toISOString(), how: 'person' } as const;
        await addStatus(tx, { customerId: me, id }, learned, now);
      }
      const receipt = await record(tx, { object: ['submission', id], facts: { decision, job: seen.providerJobId } });
      return done((await submissionSeen(tx, me, id, owner)) ?? seen, receipt);
    });
  },
);
