import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { ScheduleRow } from './schedule-rows.ts';

/** `what` completes the sentence “Your schedule of “Active rules” …”, `words` says why, and `cause` names the mail. */
type News = { readonly what: string; readonly words: string; readonly cause: string };

/** The owner of a schedule, who may belong to another customer; undefined for one who is gone. */
export type Owner = { readonly name: string; readonly email: string; readonly home: number };

/** Reads the owner of a schedule. Not in a transaction, which sees one customer alone. */
export const ownerOf = (db: Db, { owner_id: ownerId }: Pick<ScheduleRow, 'owner_id'>): Promise<Owner | undefined> =>
  withoutScope(db)
    .selectFrom('app_user')
    .select(['name', 'email', 'customer_id as home'])
    .where('id', '=', ownerId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** Tells the owner of a schedule what became of it, in the bell and by email. */
export async function tellOwner(
  tx: Tx,
  { mail, config }: Pick<Services, 'mail'> & { readonly config: Pick<Services['config'], 'publicUrl'> },
  { customer_id: customerId, owner_id: ownerId, configuration_id: viewId, id }: ScheduleRow,
  owner: Owner,
  { what, words, cause }: News,
): Promise<void> {
  const view = (await rowsOf(tx, customerId, 'reportConfiguration')).find((row) => row.id === viewId);
  const name = view ? `“${view.name}”` : 'a removed view';
  const path = `/report_myreports?schedule=${id}`;
  if (owner.home === customerId)
    await tx
      .insertInto('notification')
      .values({
        customer_id: customerId,
        user_id: ownerId,
        kind: 'report',
        text: `Your schedule of ${name} ${what}. ${words}`,
        link: path,
      })
      .execute();
  await mail.send(tx, {
    customerId,
    cause,
    to: owner.email,
    subject: `Your schedule of ${name.replaceAll(/\s+/g, ' ')} ${what}`,
    text: `Hello ${owner.name},\n\nyour schedule of ${name} ${what}. ${words}\n\nOpen your schedules in Jobdock:\n\n${new URL(path, config.publicUrl).href}\n`,
  });
}
