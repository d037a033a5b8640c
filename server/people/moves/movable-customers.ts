import type { Db, Tx } from '#server/kit/db/connection.ts';

/** A parent and its child, as a move names them. */
export type Kin = { readonly parentName: string; readonly childName: string };

/** Why nothing can move between two customers: a sentence with the remedy, and which of the two it is about. */
type KinProblem = { readonly about: 'parent' | 'child'; readonly words: string };

/**
 * A parent with its child, or why sources cannot move between them; null if one of them does not exist. `linked` is false for an undo:
 * it gives back what was moved, also after their link has ended. The caller of a move holds both customers.
 */
export async function readKin(
  db: Db | Tx,
  { parent, child }: { readonly parent: number; readonly child: number },
  { linked }: { readonly linked: boolean },
): Promise<Kin | KinProblem | null> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name', 'parent_id', 'deleted_at'])
    .where('id', 'in', [parent, child])
    .execute();
  const [upper, lower] = [parent, child].map((id) => rows.find((row) => row.id === id));
  if (!upper || !lower) return null;
  const gone = [upper, lower].find(({ deleted_at }) => deleted_at !== null);
  if (gone) return { about: gone === upper ? 'parent' : 'child', words: `${gone.name} is deleted: restore it first.` };
  if (linked && lower.parent_id !== parent)
    return { about: 'child', words: `${lower.name} is not a child of ${upper.name}: link the two first.` };
  return { parentName: upper.name, childName: lower.name };
}
