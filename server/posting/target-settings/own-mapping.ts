import { no, ok, type Result } from '#contract/kit/result.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { isSentTo } from '#domain/targets/target-kinds.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { queueTwins } from '#server/mapping/values/twins.ts';
import { mapsApart } from '#server/mapping/values/value-home.ts';
import { type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';

type Refused = Readonly<Record<string, string>>;

/**
 * Whether a saved target maps for itself: one that is added beside a mapped one does, or that begins to have mapped values there, unless it is
 * a feed. `asked`: what the call says; undefined if nothing. Refused by field if the first target is asked to, if another kind of ATS is to
 * share its IDs, or if jobs' texts would belong to a target with other IDs.
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
  const refused = asked === false ? sharingRefused(before, row, home) : null;
  if (refused !== null) return no({ mapsItself: refused });
  if (!home) return ok(row);
  if (isFirst && row.maps.length === 0 && home.mapsItself === true)
    return no({
      mapObjects: `Vendors’ texts are mapped to ${row.name} first, and ${home.name} has other IDs. Leave a kind on, or turn off that mappings are required.`,
    });
  return ok(asked === undefined && begins(before, row) && !isFirst ? { ...row, mapsItself: true } : row);
}

/** Whether a target begins to take mapped IDs: it is new, or had no mapped values. A feed takes none. */
const begins = (before: TargetRow, row: TargetRow): boolean =>
  isSentTo(row.typeId) && (before.id === 0 || (before.maps.length === 0 && row.maps.length > 0));

/** Why a target cannot go by the mappings of another; null if it can, or did before. */
function sharingRefused(before: TargetRow, row: TargetRow, home: TargetRow | undefined): string | null {
  const wasApart = before.mapsItself === true;
  if (!wasApart && !(home && begins(before, row))) return null;
  if (!home) return `No other target has mappings that ${row.name} can use.`;
  if (home.mapsItself === true) return `${home.name} maps for itself, so ${row.name} cannot use its mappings.`;
  if (home.typeId === row.typeId) return null;
  return `${row.name} has other IDs than ${home.name}. Only another connection to the same kind of ATS can use its mappings.`;
}

/** Gives the customer’s texts their twins in the background, once the target maps for itself. */
export async function startTwins(tx: Tx, customerId: number, before: TargetRow, row: TargetRow): Promise<void> {
  if (mapsApart(row) && !(mapsApart(before) && before.id !== 0)) await queueTwins(tx, customerId, row.id);
}

/** Gives the texts of the target that is the first one now their twins for the others, once a target was deleted. */
export async function twinsWithout(tx: Tx, customerId: number): Promise<void> {
  const targets = (await targetsOf(tx, customerId)).map(({ row }) => row);
  const home = homeTarget(targets);
  for (const row of targets) if (row !== home && mapsApart(row)) await queueTwins(tx, customerId, row.id);
}
