import type { Db, Tx } from '#server/kit/db/connection.ts';

type Owner = { readonly customerId: number; readonly userId: number };

/** A kind of thing that belongs to a person, and that somebody else takes over when the person is removed. */
type Owned = {
  /** One of them, as people read it: "uploaded file". */
  readonly what: string;
  readonly count: (db: Db | Tx, owner: Owner) => Promise<number>;
  readonly handOver: (tx: Tx, owner: Owner, heirId: number) => Promise<void>;
};

/** All that a person may own. An area whose rows belong to one person adds a line; nothing else knows of it. */
const ownedBy: readonly Owned[] = [
  {
    what: 'uploaded file that is not staged yet',
    count: async (db, { customerId, userId }) =>
      (
        await db
          .selectFrom('upload')
          .select((e) => e.fn.countAll<number>().as('count'))
          .where('customer_id', '=', customerId)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).count,
    async handOver(tx, { customerId, userId }, heirId) {
      await tx
        .updateTable('upload')
        .set({ user_id: heirId })
        .where('customer_id', '=', customerId)
        .where('user_id', '=', userId)
        .execute();
    },
  },
];

/** What a person owns, without the kinds of which they own none. */
export async function ownedThings(db: Db | Tx, owner: Owner): Promise<{ what: string; count: number }[]> {
  const counts = await Promise.all(ownedBy.map(async ({ what, count }) => ({ what, count: await count(db, owner) })));
  return counts.filter(({ count }) => count > 0);
}

/** Gives all that a person owns to another person of the customer. */
export async function handOver(tx: Tx, owner: Owner, heirId: number): Promise<void> {
  for (const owned of ownedBy) await owned.handOver(tx, owner, heirId);
}
