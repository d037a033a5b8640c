import { no, ok, type Result } from '#contract/kit/result.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { isSentTo } from '#domain/targets/target-kinds.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { twinQueue } from '#server/mapping/values/twins.ts';
import { mapsApart } from '#server/mapping/values/value-home.ts';
import { type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';

type Refused = Readonly<Record<string, string>>;

/**
 * Whether a saved target maps for itself: one that is added beside a mapped one does, unless it is a feed. `asked`: what the call says;
 * undefined if nothing. Refused by field if the first target is asked to, or if another kind of ATS is to share its IDs.
 */
export async function ownMapping(
  tx: Tx,
  { customerId, row: before }: StoredTarget,
  row: TargetRow,
  asked: boolean | undefined,
): Promise<Result<TargetRow, Refused>> {
  const targets = (await targetsOf(tx, customerId)).map((target) => target.row);
  const home = homeTarget(targets.filter(({ id }) => id !== before.id));
  const isFirst = before.id !== 0 && homeTarget(targets)?.id === before.id;
  if (asked === true && isFirst)
    return no({ mapsItself: `Vendors’ texts are mapped to ${row.name} first. Add other targets beside it.` });
  if (!home) return ok(row);
  if (asked === false && before.mapsItself === true && home.typeId !== row.typeId)
    return no({
      mapsItself: `${row.name} has other IDs than ${home.name}. Only another connection to the same kind of ATS can use its mappings.`,
    });
  return ok(before.id === 0 && asked === undefined && isSentTo(row.typeId) ? { ...row, mapsItself: true } : row);
}

/** Gives the customer’s texts their twins in the background, once the target maps for itself. */
export async function startTwins(tx: Tx, customerId: number, before: TargetRow, row: TargetRow): Promise<void> {
  if (mapsApart(row) && !(mapsApart(before) && before.id !== 0)) await sendJob(tx, twinQueue, { customerId, targetId: row.id });
}
