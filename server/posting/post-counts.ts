import { sql } from 'kysely';
import type { Db } from '../kit/db/connection.ts';
import { type Customers, ofCustomers } from '../kit/db/of-customers.ts';
import { type StoredTarget, targetsOf } from '../targets/target-rows.ts';

/** The posts of one target by state, and instants: when it last took one, and when one was last refused, in doubt or not reached. */
export type PostCounts = {
  readonly waiting: number;
  readonly doubtful: number;
  readonly refused: number;
  readonly done: number;
  readonly lastPostedAt: string | null;
  readonly refusedAt: string | null;
  readonly doubtfulAt: string | null;
  readonly unreachedAt: string | null;
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
      // A post that was tried and waits again was not taken by the target: it could not be reached, or it was busy.
      sql<string | null>`max(updated_at) filter (where state = 'wanted' and tries > 0)`.as('unreached'),
    ])
    .where(ofCustomers(customers))
    .groupBy(['customer_id', 'target_id', 'state'])
    .execute();
  return (await targetsOf(db, customers)).map((target) => {
    const mine = counted.filter((c) => c.customer_id === target.customerId && c.target_id === target.row.id);
    const count = (...states: string[]) => mine.filter((c) => states.includes(c.state)).reduce((sum, c) => sum + c.posts, 0);
    const last = (...states: string[]) =>
      mine.reduce<string | null>((newest, c) => (states.includes(c.state) && c.last > (newest ?? '') ? c.last : newest), null);
    const counts = {
      waiting: count('wanted', 'sending'),
      doubtful: count('unknown', 'human'),
      refused: count('failed'),
      done: count('done'),
      lastPostedAt: last('done'),
      refusedAt: last('failed'),
      doubtfulAt: last('unknown', 'human'),
      unreachedAt: mine.find((c) => c.unreached !== null)?.unreached ?? null,
    };
    return { target, counts };
  });
}
