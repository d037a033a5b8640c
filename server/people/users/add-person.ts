import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { getsMail } from '#contract/people/address.ts';
import { afterNewRole } from '#domain/people/new-role.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { licensesOf } from './contacts.ts';
import { invite } from './invitation.ts';
import { judgePeople } from './judge-people.ts';
import { columnsOf, fieldProblems, newPersonFields, type PersonFields, type Problems } from './person-fields.ts';

export type Invalid = Extract<Refusal, { kind: 'invalid' }>;
type Parts = { readonly services: Omit<Services, 'db'>; readonly actor: Actor };
/** A new person: fields that are missing have their defaults, rights are the role's. */
export type NewPerson = Partial<PersonFields> & { readonly passwordHash?: string | undefined };
export type Added = { readonly id: number; readonly fields: PersonFields; readonly isInvited: boolean };

export const addressTaken = 'This email cannot be used, because it signs in already. Enter another one';
export const roleGone = 'This role does not exist any more. Choose another one';
export const noLicense = (limit: number) =>
  `All ${limit} user licenses are in use. Disable or remove somebody, or ask the provider for more licenses`;
const noMail = 'This address gets no email, so no invitation. Enter a first password, which the person then changes';

const invalid = (fields: Problems) => no({ kind: 'invalid' as const, fields });

/**
 * Adds a person to a customer: judged by the rights of who adds them and by the licenses, with a sign-in, and with an invitation
 * unless a first password is sent. A refusal names the field; the caller's transaction must then roll back.
 */
export async function addPerson(
  tx: Tx,
  { services, actor }: Parts,
  customerId: number,
  sent: NewPerson,
): Promise<Result<Added, Invalid>> {
  const { name, email, roleId, passwordHash = null, ...others } = sent;
  const missing: Problems = {};
  if (name === undefined) missing['name'] = 'Enter a name';
  if (email === undefined) missing['email'] = 'Enter an email';
  if (roleId === undefined) missing['roleId'] = 'Choose a role';
  if (name === undefined || email === undefined || roleId === undefined) return invalid(missing);
  const problems = fieldProblems(sent, false);
  if (Object.keys(problems).length > 0) return invalid(problems);
  if (passwordHash === null && !getsMail(email)) return invalid({ password: noMail });
  // Held until the end: the last license goes to one of two who add people at once.
  await holdCustomers(tx, [customerId]);
  const licenses = await licensesOf(tx, customerId);
  if (licenses.remaining === 0) return invalid({ email: noLicense(licenses.limit) });
  const role = await tx.selectFrom('role').select(['id', 'rights']).where('id', '=', roleId).executeTakeFirst();
  if (!role) return invalid({ roleId: roleGone });
  const defaults = newPersonFields();
  const fields: PersonFields = { ...defaults, ...afterNewRole(role, defaults), ...others, name, email, roleId } as PersonFields;
  const after = { roleId, rights: fields.rights, state: passwordHash === null ? 'invited' : 'active' } as const;
  const refused = await judgePeople(tx, actor, customerId, [{ userId: 0, after }], fieldOf);
  if (refused) return refused;
  const { id } = await tx
    .insertInto('app_user')
    .values({ customer_id: customerId, ...columnsOf(fields, {}) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isNew = await setSignIn(tx, { customerId, userId: id }, { email, passwordHash, expired: passwordHash !== null });
  if (!isNew) return invalid({ email: addressTaken });
  if (passwordHash === null) await invite(tx, services, { customerId, userId: id, name, email }, actor.name);
  return ok({ id, fields, isInvited: passwordHash === null });
}

/** The field of the form for what a refusal is about. */
export const fieldOf = { role: 'roleId', rights: 'rights', state: 'id', signIn: 'email' } as const;

/** Writes how a person signs in. False if somebody else signs in with the address: whose it is, no one learns. */
export async function setSignIn(
  tx: Tx,
  { customerId, userId }: { customerId: number; userId: number },
  { email, passwordHash, expired }: { email: string; passwordHash: string | null; expired: boolean },
): Promise<boolean> {
  await tx.deleteFrom('sign_in').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_in')
    .values({ email, customer_id: customerId, user_id: userId, password_hash: passwordHash, expired })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
