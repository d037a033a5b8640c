import { randomUUID } from 'node:crypto';
import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { getsMail } from '#contract/people/address.ts';
import { asContactRights, type Contact } from '#contract/people/contact-fields.ts';
import { mergeFields } from '#domain/people/merge-fields.ts';
import { afterNewRole } from '#domain/people/new-role.ts';
import { type Changes, changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { addressTaken, fieldOf, roleGone, setSignIn } from './add-person.ts';
import { contactsOf } from './contacts.ts';
import { invite } from './invitation.ts';
import { judgePeople } from './judge-people.ts';
import { endLinks } from './password-links.ts';
import { columnsOf, fieldProblems, type PersonFields, type Problems, personFields } from './person-fields.ts';

type Refused = Extract<Refusal, { kind: 'invalid' | 'not_found' | 'conflict' }>;
type Parts = { readonly services: Omit<Services, 'db'>; readonly actor: Actor; readonly afterCommit: (work: () => void) => void };
/** What a save sends, and what its form started with. */
export type SentPerson = {
  readonly fields: Partial<PersonFields>;
  readonly base: Partial<PersonFields> | undefined;
  /** Of a new password, which was judged. */
  readonly passwordHash: string | undefined;
};
type Saved = { readonly isInvited: boolean; readonly changed: Changes };

const invalid = (fields: Problems) => no({ kind: 'invalid' as const, fields });
const ownPassword = 'Change your own password under Preferences';

/**
 * Changes a person field by field: what somebody else changed since the form opened stays, or is a conflict. The editor must hold
 * what they give. Both addresses hear of a new one; a new password ends the person's sessions.
 */
export async function savePerson(
  tx: Tx,
  parts: Parts,
  customerId: number,
  id: number,
  sent: SentPerson,
): Promise<Result<Saved, Refused>> {
  const { services, actor, afterCommit } = parts;
  // Before the person's row, as everywhere: two saves at once wait here.
  await holdCustomers(tx, [customerId]);
  const contact = (await contactsOf(tx, { customers: [customerId], actor, now: services.now() }, id)).users[0];
  if (!contact) return no({ kind: 'not_found' });
  const stored = personFields(contact);
  const merged = mergeFields(sent.base, stored, sent.fields);
  if (merged.kind === 'conflict') return no({ kind: 'conflict', current: { fields: merged.conflicts.map(asSent) } });
  const change = await withRole(tx, stored, merged.fields, sent.fields);
  if (!change) return invalid({ roleId: roleGone });
  const problems = fieldProblems(change, contact.linkedStatus === 2);
  if (Object.keys(problems).length > 0) return invalid(problems);
  const next: PersonFields = { ...stored, ...change };
  const { passwordHash } = sent;
  if (passwordHash !== undefined && id === actor.userId) return invalid({ password: ownPassword });
  const hasNewAddress = next.email !== stored.email;
  const after = { roleId: next.roleId, rights: next.rights, state: activityOf(contact) };
  const edit = { userId: id, after, changesSignIn: hasNewAddress || passwordHash !== undefined };
  const signIn = hasNewAddress ? 'email' : 'password';
  const refused = await judgePeople(tx, actor, customerId, [edit], { ...fieldOf, signIn });
  if (refused) return refused;
  await writeFields(tx, { customerId, userId: id }, next);
  if (hasNewAddress && !(await moveSignIn(tx, services, { customerId, userId: id }, next.email)))
    return invalid({ email: addressTaken });
  if (passwordHash !== undefined) await setFirstPassword(tx, parts, { customerId, userId: id }, passwordHash);
  const isInvited = hasNewAddress && contact.state === 'invited' && passwordHash === undefined && getsMail(next.email);
  if (isInvited) await invite(tx, services, { customerId, userId: id, name: next.name, email: next.email }, actor.name);
  else if (hasNewAddress)
    await tellAddresses(tx, services, { customerId, name: next.name, by: actor.name }, stored.email, next.email);
  afterCommit(() => services.actors.forgetPeople([id]));
  return ok({ isInvited, changed: changesBetween(stored, next) });
}

/** A conflict with the rights as the call sends them. */
const asSent = ({ field, yours, theirs }: { field: string; yours: unknown; theirs: unknown }) =>
  field === 'rights'
    ? { field, yours: asContactRights(yours as number[]), theirs: asContactRights(theirs as number[]) }
    : { field, yours, theirs };

/** A change with what a new role brings, unless the call says it. Null if the role does not exist. */
async function withRole(
  tx: Tx,
  stored: PersonFields,
  change: Partial<PersonFields>,
  sent: Partial<PersonFields>,
): Promise<Partial<PersonFields> | null> {
  if (change.roleId === undefined) return change;
  const role = await tx.selectFrom('role').select(['id', 'rights']).where('id', '=', change.roleId).executeTakeFirst();
  if (!role) return null;
  const brought = Object.entries(afterNewRole(role, stored)).filter(([field]) => !(field in sent));
  return { ...change, ...(Object.fromEntries(brought) as Partial<PersonFields>) };
}

/** A person's state as rights are judged: an expired password is still a way in. */
const activityOf = ({ state }: Contact) => (state === 'passwordExpired' ? 'active' : state);

type Owner = { readonly customerId: number; readonly userId: number };

async function writeFields(tx: Tx, { customerId, userId }: Owner, fields: PersonFields): Promise<void> {
  const { prefs } = await tx
    .selectFrom('app_user')
    .select('prefs')
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('app_user')
    .set(columnsOf(fields, prefs))
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .execute();
}

const signInOf = (tx: Tx, { customerId, userId }: Owner) =>
  tx
    .selectFrom('sign_in')
    .select(['email', 'password_hash as passwordHash', 'expired'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Signs a person in by another address from now on. Links that went to the old address stop working. */
async function moveSignIn(tx: Tx, services: Pick<Services, 'now'>, owner: Owner, email: string): Promise<boolean> {
  const known = await signInOf(tx, owner);
  await endLinks(tx, services, owner);
  return setSignIn(tx, owner, { email, passwordHash: known?.passwordHash ?? null, expired: known?.expired ?? false });
}

/** A password that an administrator chose: it must be changed at the next sign-in. */
async function setFirstPassword(tx: Tx, { services, afterCommit }: Parts, owner: Owner, passwordHash: string): Promise<void> {
  await tx
    .updateTable('sign_in')
    .set({ password_hash: passwordHash, expired: true })
    .where('customer_id', '=', owner.customerId)
    .where('user_id', '=', owner.userId)
    .execute();
  await endLinks(tx, services, owner);
  await endSessionsOf(services, tx, (sessionId) => afterCommit(() => services.actors.forget(sessionId)), owner);
}

/** Tells both addresses, because the person may not have asked for it. An address with a wildcard gets no email. */
async function tellAddresses(
  tx: Tx,
  { mail }: Pick<Services, 'mail'>,
  { customerId, name, by }: { customerId: number; name: string; by: string },
  from: string,
  to: string,
): Promise<void> {
  const cause = `address ${randomUUID()}`;
  for (const address of [from, to].filter(getsMail)) {
    await mail.send(tx, {
      customerId,
      cause: `${cause} ${address === to ? 'new' : 'old'}`,
      to: address,
      subject: 'Your email at Jobdock changed',
      text: `Hello ${name},\n\n${by} changed the email with which you sign in to Jobdock from ${from} to ${to}.\n\nIf you do not expect this, tell your administrator at once.\n`,
    });
  }
}
