import { signOnPath } from '#contract/people/sign-on.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { mayUsePassword } from '#server/kit/identity/local-passwords.ts';
import { nameOfCustomer } from '#server/people/customers/customer-name.ts';
import { linkMinutes, makeLink } from './password-links.ts';

type Invited = { readonly customerId: number; readonly userId: number; readonly name: string; readonly email: string };

/**
 * Sends a person the link with which they set their first password: once, within 72 hours. Earlier invitations stop working. The email
 * is stored with the person, in the caller's transaction; while the mail server is away it waits, and the list of users says so.
 */
export async function invite(
  tx: Tx,
  services: Pick<Services, 'now' | 'config' | 'mail'>,
  invited: Invited,
  invitedBy: string,
): Promise<void> {
  const { customerId, userId, name, email } = invited;
  const { hash, url } = await makeLink(tx, services, invited, 'invitation');
  await tx
    .updateTable('app_user')
    .set({ invited_at: services.now() })
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .execute();
  const customer = await nameOfCustomer(tx, customerId);
  // Where passwords are switched off, a link to set one would not work.
  const signOn = new URL(`${signOnPath}/${email.slice(email.lastIndexOf('@') + 1)}`, services.config.publicUrl).href;
  const how = (await mayUsePassword(tx, invited))
    ? `Open this link within ${linkMinutes.invitation / 60} hours to choose a password. You sign in with ${email}.\n\n${url}\n\nThe link works once.`
    : `Open this link and sign in there with your account of ${customer}, ${email}.\n\n${signOn}`;
  await services.mail.send(tx, {
    customerId,
    cause: invitationCause(hash),
    to: email,
    subject: 'You are invited to Jobdock',
    text: `Hello ${name},\n\n${invitedBy} invited you to work at ${customer} in Jobdock. ${how}\n\nIf you did not expect this email, ignore it.\n`,
  });
}

/** The cause of an invitation's mail, by the hash of its token. The list of users finds the email by it. */
const invitationCause = (hash: string): string => `${invitationCausePrefix}${hash}`;
export const invitationCausePrefix = 'invitation ';
