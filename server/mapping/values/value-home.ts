import type { TargetRow } from '#contract/rows/rows.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';
import type { ApartHome, ValueHome } from './distinct-values.ts';
import { matcherFor } from './matchers.ts';
import { readPremapOf } from './premap-lines.ts';

/** Where texts of a customer are mapped, whatever their source. */
type Home = Omit<ValueHome, 'sourceId'>;

/** Whether a target has mappings of its own beside those of the customer's first target. */
export const mapsApart = ({ maps, mapsItself }: Pick<TargetRow, 'maps' | 'mapsItself'>): boolean =>
  mapsItself === true && maps.length > 0;

/** The target that jobs' texts are mapped to, with those that map for themselves. Null if the customer has no mapped values. */
export async function valueHomeOf(db: Db | Tx, customerId: number): Promise<Home | null> {
  const targets = await targetsOf(db, customerId);
  const first = homeTarget(targets.map(({ row }) => row));
  const home = targets.find(({ row }) => row.id === first?.id);
  if (!home) return null;
  const apart: ApartHome[] = [];
  for (const target of targets)
    if (target !== home && mapsApart(target.row)) apart.push(await apartHomeOf(db, customerId, target));
  return { customerId, ...(await placeOf(db, customerId, home)), ...(apart.length > 0 && { apart }) };
}

/** How the texts of a target that maps for itself are mapped. */
export const apartHomeOf = async (db: Db | Tx, customerId: number, target: StoredTarget): Promise<ApartHome> => ({
  ...(await placeOf(db, customerId, target)),
  match: await matcherFor(db, customerId, target.row.id),
});

const placeOf = async (db: Db | Tx, customerId: number, { row, settings }: StoredTarget) => ({
  targetId: row.id,
  autoMap: settings['autoMap'] === true,
  premap: await readPremapOf(db, customerId, row.id),
});
