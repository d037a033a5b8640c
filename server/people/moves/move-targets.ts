import { isSentTo } from '#domain/targets/target-kinds.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { storedRows } from '#server/kit/db/rows.ts';

/** A target as a move judges it. `isApart`: it maps for itself. `account` names the account at the ATS that its ids belong to; null if the ids are our own. */
export type MoveTarget = {
  readonly id: number;
  readonly name: string;
  readonly typeId: number;
  readonly isApart: boolean;
  readonly account: string | null;
};

/** The targets of a customer that are not deleted, by id. */
export async function readTargets(db: Db | Tx, customerId: number): Promise<ReadonlyMap<number, MoveTarget>> {
  const targets = (await storedRows(db, customerId, 'target')).map(
    ({ row: { id, name, typeId, mapsItself }, settings }): MoveTarget => {
      const account = [settings['username'], settings['loginInfoUrl']]
        .map((value) => (typeof value === 'string' ? value : ''))
        .join(' ');
      return { id, name, typeId, isApart: mapsItself === true, account: isSentTo(typeId) ? account.toLowerCase() : null };
    },
  );
  return new Map(targets.map((target) => [target.id, target]));
}

/** The targets of both customers, and which of the one takes the place of which of the other. */
export type Pairing = {
  readonly own: ReadonlyMap<number, MoveTarget>;
  readonly theirs: ReadonlyMap<number, MoveTarget>;
  readonly pairs: ReadonlyMap<number, number>;
};

/**
 * Why a target of the source cannot be replaced by the one that was chosen for it, as a sentence with the remedy; null if it can. Ids of
 * posted jobs belong to one account at the ATS: with another one, the next update would change job orders of strangers.
 */
export function targetProblem({ own, theirs, pairs }: Pairing, id: number, hasPosts: boolean): string | null {
  const target = own.get(id);
  const other = theirs.get(pairs.get(id) ?? 0);
  const name = target ? `“${target.name}”` : `target ${id}`;
  if (!target || !other)
    return `Its mappings or posts use ${name}: choose a target in its place, or add one at the other customer.`;
  if (target.typeId !== other.typeId) return `“${other.name}” is another kind of target than ${name}: choose another one.`;
  if (target.isApart !== other.isApart)
    return `Of ${name} and “${other.name}” only one maps for itself: choose a target that has its mappings in the same way.`;
  if (hasPosts && target.account !== other.account)
    return `Its posted jobs are in the account of ${name}, and “${other.name}” uses another user or address: choose a target of the same account.`;
  return null;
}

/** Proposes a pair for each target: the same kind, then the same account, then the same name. No target is proposed twice. */
export function proposePairs(own: Iterable<MoveTarget>, theirs: Iterable<MoveTarget>): Map<number, number> {
  const free = new Set(theirs);
  const pairs = new Map<number, number>();
  for (const target of own) {
    const likeness = (other: MoveTarget) => Number(other.account === target.account) * 2 + Number(other.name === target.name);
    const [best] = [...free].filter(({ typeId }) => typeId === target.typeId).sort((a, b) => likeness(b) - likeness(a));
    if (!best) continue;
    pairs.set(target.id, best.id);
    free.delete(best);
  }
  return pairs;
}
