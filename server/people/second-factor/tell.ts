import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { User } from './authenticator.ts';

/** Tells a user about a change of their second factor, in a notice and by email: it may not have been them. */
export async function tellAccount(
  tx: Tx,
  { mail }: Pick<Services, 'mail'>,
  { customerId, userId }: User,
  sentence: string,
): Promise<void> {
  const { email, name } = await tx
    .selectFrom('app_user')
    .select(['email', 'name'])
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('notification')
    .values({ customer_id: customerId, user_id: userId, kind: 'second_factor', text: sentence, link: '/preferences' })
    .execute();
  await mail.send(tx, {
    customerId,
    cause: `second factor ${randomUUID()}`,
    to: email,
    subject: 'Your sign-in to Jobdock changed',
    text: `Hello ${name},\n\n${sentence}\n\nIf it was not you, change your password and tell your administrator at once.\n`,
  });
}
