import { UserPrefs } from '#contract/people/users.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Actor } from '#server/kit/http/handle.ts';

/** The time zone of the caller's days, as their devices use it. The usual one while they work at a customer that is not their own. */
export async function zoneOf(db: Db, { customerId, userId }: Actor): Promise<string> {
  const person = await db
    .selectFrom('app_user')
    .select('prefs')
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return UserPrefs.parse(person?.prefs ?? {}).userTimezone;
}
