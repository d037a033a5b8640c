import type { Db } from '../kit/db/connection.ts';
import { type Customers, ofCustomers } from '../kit/db/of-customers.ts';
import { type StoredTarget, targetsOf } from '../targets/target-rows.ts';

/** The posts of one target by state, and when it last took one (an instant). */
export type PostCounts = {
  readonly waiting: number;
  readonly doubtful: number;
  readonly refused: number;
  readonly done: number;
  readonly lastPostedAt: string | null;
};

/** Every target of some customers, by id, with its posts by state. */
export async function postCounts(
  db: Db,
  customers: Customers,
): Promise<{ readonly target: StoredTarget; readonly counts: PostCounts }[]> {
  const counted = await db
    .selectFrom('post')
    .select([
      'customer_id',
      'target_id',
      'state',
      (e) => e.fn.countAll<number>().as('posts'),
      (e) => e.fn.max('updated_at').as('last'),
    ])
    .where(ofCustomers(customers))
    .groupBy(['customer_id', 'target_id', 'state'])
    .execute();
  return (await targetsOf(db, customers)).map((target) => {
    const mine = counted.filter((c) => c.customer_id === target.customerId && c.target_id === target.row.id);
    const count = (...states: string[]) => mine.filter((c) => states.includes(c.state)).reduce((sum, c) => sum + c.posts, 0);
    const counts = {
      waiting: count('wanted', 'sending'),
      doubtful: count('unknown', 'human'),
      refused: count('failed'),
      done: count('done'),
      lastPostedAt: mine.find((c) => c.state === 'done')?.last ?? null,
    };
    return { target, counts };
  });
}
