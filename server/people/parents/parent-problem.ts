import type { Tx } from '#server/kit/db/connection.ts';

/** What speaks against a parent: a sentence with the remedy, and which of the two customers it is about. */
export type ParentProblem = { readonly about: 'parent' | 'child'; readonly words: string };

/**
 * Why a customer cannot have a parent; null if it can. Customers have one level of children: no circle, and no child of a child.
 * `childId` is null for a new customer. The caller holds the rows of both, so that two edits at once make no circle.
 */
export async function parentProblem(tx: Tx, parentId: number, childId: number | null): Promise<ParentProblem | null> {
  if (parentId === childId) return { about: 'child', words: 'A customer cannot be its own parent: choose another one, or none.' };
  const parent = await tx
    .selectFrom('customer as c')
    .leftJoin('customer as above', 'above.id', 'c.parent_id')
    .select(['c.name', 'c.provider', 'c.parent_id', 'above.name as above'])
    .where('c.id', '=', parentId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  const about = 'parent' as const;
  if (!parent) return { about, words: 'This parent does not exist: choose another one.' };
  if (parent.provider) return { about, words: 'The provider has no children: choose another parent, or none.' };
  if (parent.parent_id !== null) {
    const words =
      parent.parent_id === childId
        ? `${parent.name} is a child of this customer: remove its parent first, or choose another one.`
        : `${parent.name} is a child itself: choose ${parent.above ?? 'its parent'}, or remove its parent first.`;
    return { about, words };
  }
  const children = childId === null ? [] : await childrenOf(tx, childId);
  if (children.length === 0) return null;
  return { about: 'child', words: `This customer has children (${namesOf(children)}): give them another parent first.` };
}

/** Children that are not deleted. */
export const childrenOf = (tx: Tx, parentId: number) =>
  tx
    .selectFrom('customer')
    .select(['id', 'name', 'status'])
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();

const mostNamed = 5;

/** A few names, and how many there are besides. */
export function namesOf(rows: readonly { readonly name: string }[]): string {
  const named = rows.slice(0, mostNamed).map(({ name }) => name);
  return rows.length > mostNamed ? `${named.join(', ')} and ${rows.length - mostNamed} more` : named.join(', ');
}
