import { no, type Result } from '#contract/kit/result.ts';
import { type Absent, absent } from '#contract/rows/absent.ts';
import { mapRight } from '#domain/commands/kit/map-right.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { recomputed } from '#domain/mapping/run-step.ts';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import { may } from '#domain/rights/may.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import { type Stored, storedRow } from '#server/kit/db/rows.ts';
import { type Done, done, type RecordLine, unchanged } from '#server/kit/http/audited.ts';
import type { Call } from '#server/kit/http/handle.ts';
import { textsOf } from '#server/mapping/values/texts-of.ts';
import { matcherFor } from '../values/matchers.ts';
import { bestOf } from './run-decisions.ts';
import { valuesOf } from './run-rows.ts';
import { valuesChanged } from './start-run.ts';

type Reply = { readonly changed: number; readonly message: string };
type Refused = Absent | { readonly kind: 'forbidden'; readonly needs: string };

/**
 * Recomputes the suggestions and automatic mappings of a job's texts, of the kinds that the caller may map. Mappings by people stay.
 * Refused if the job's customer has no such target, or the caller may map no kind. Nothing is written if nothing changes.
 */
export async function recomputeJob(
  { services: { db, now }, actor, record }: Pick<Call, 'services' | 'actor'> & { readonly record: RecordLine },
  { customerId, row: job }: Stored<'job'>,
  targetId: number,
): Promise<Result<Done<Reply, Receipt>, Refused>> {
  const target = await storedRow(db, customerId, 'target', targetId);
  if (!target) return no(absent('target', targetId));
  const kinds = mapKinds.filter((kind) => may(actor, mapRight[kind]));
  if (kinds.length === 0) return no({ kind: 'forbidden', needs: mapRight.facility });
  const texts = await textsOf(db, customerId, job);
  const ofTarget = [...texts.values()].filter((value) => value.targetId === targetId && kinds.includes(value.kind));
  const best = await bestOf(await matcherFor(db, customerId, targetId), ofTarget);
  const given = { autoMap: target.settings['autoMap'] === true, at: now().toISOString() };
  return db.transaction().execute(async (tx) => {
    const locked = await valuesOf(tx, customerId, [...best.keys()], true);
    const changed = locked.flatMap((before) => {
      const after = recomputed(before, best.get(before.id), autoAcceptCertainty, given);
      return after === before ? [] : [{ collection: 'mapValue' as const, row: after }];
    });
    const reply = { changed: changed.length, message: valuesChanged(changed.length) };
    if (changed.length === 0) return unchanged(reply);
    await writeRows(tx, customerId, changed);
    return done(reply, await record(tx, { customerId, object: ['job', job.id], facts: { values: changed.length } }));
  });
}
