import type { Db, Tx } from '#server/kit/db/connection.ts';

/** A parent and its child, as a move names them. */
export type Kin = { readonly parentName: string; readonly childName: string };

/** Why nothing can move between a parent and the child: a sentence with the remedy. */
type KinProblem = { readonly words: string };

/**
 * A parent with its child, or why sources cannot move between them; null if one of them does not exist or is deleted. `linked` is false
 * for an undo: it gives back what was moved, also after their link has ended. The caller of a move holds both customers.
 */
export async function readKin(
  db: Db | Tx,
  { parent, child }: { readonly parent: number; readonly child: number },
  { linked }: { readonly linked: boolean },
): Promise<Kin | KinProblem | null> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name', 'parent_id'])
    .where('id', 'in', [parent, child])
    .where('deleted_at', 'is', null)
    .execute();
  const [upper, lower] = [parent, child].map((id) => rows.find((row) => row.id === id));
  if (!upper || !lower) return null;
  if (linked && lower.parent_id !== parent)
    return { words: `${lower.name} is not a child of ${upper.name}: link the two first.` };
  return { parentName: upper.name, childName: lower.name };
}
