import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { receiveSubmissionHook } from '#contract/submissions/submissions.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { readJson } from '#server/targets/adapter/target-http.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { wakeSubmissions } from '../wake.ts';

type Place = { readonly customerId: number; readonly targetId: number };

/** Most reports of a target that wait: more are refused, so that who learned the address cannot fill the database. */
const mostWaiting = 5_000;
const retrySeconds = 60;
const keyLength = 43;

const digestOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes);

/** Takes a webhook as a hint. The same body counts once. What it says of the status is never believed: it is read at the destination. */
export const hookRoute: Handler = handle(
  receiveSubmissionHook,
  { audit: 'none: the status that is read after it has its line in the history of the submission' },
  async ({ key, payload }, { services }) => {
    const place = await placeOf(services.db, key);
    if (!place) return no({ kind: 'not_found' });
    const adapter = await openSubmissionTarget(services, place.customerId, place.targetId);
    const hint = adapter?.readHint?.(readJson(Buffer.from(payload).toString('utf8'))) ?? null;
    if (!hint) return no({ kind: 'invalid', fields: { payload: 'Send a report of a submission as JSON' } });
    const own = scopeTo(services.db, [place.customerId]);
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from submission_event
      where customer_id = ${place.customerId} and target_id = ${place.targetId} and state = 'waiting'`.execute(own);
    if ((rows[0]?.waiting ?? 0) >= mostWaiting) return no({ kind: 'busy', retryAfterSeconds: retrySeconds });
    const event = {
      customer_id: place.customerId,
      target_id: place.targetId,
      received_at: services.now(),
      digest: digestOf(payload).digest('hex'),
      ext_id: hint.extId,
      words: JSON.stringify([hint.providerJobId, hint.extCaregiverId]),
    };
    await own
      .insertInto('submission_event')
      .values(event)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    wakeSubmissions(services.secrets);
    return ok({ accepted: true as const });
  },
);

/** The active target whose address ends with a key, whose customer is at work. */
async function placeOf(db: Db, key: string): Promise<Place | null> {
  if (key.length !== keyLength) return null;
  const { rows } = await sql<Place & { hook: string }>`
    select customer_id as "customerId", id as "targetId", hook_key as hook from submission_target
    where hook_key = ${key} and active and ${isAtWork('submission_target.customer_id')}`.execute(db);
  return rows.find(({ hook }) => timingSafeEqual(digestOf(hook).digest(), digestOf(key).digest())) ?? null;
}
