import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { getsMail } from '#contract/people/address.ts';
import {
  changePeople,
  inviteAgain,
  listContacts,
  previewRemoval,
  readContact,
  removeContact,
  saveContact,
  saveContactById,
} from '#contract/people/contacts.ts';
import { changesBetween, writeAudit } from '#server/kit/db/audit.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { allCustomers, namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { addPerson } from './add-person.ts';
import { changeSeveral } from './change-people.ts';
import { contactsOf, licensesOf } from './contacts.ts';
import { firstPasswordHash, orRollBack } from './first-password.ts';
import { invite } from './invitation.ts';
import { personFields } from './person-fields.ts';
import { removalOf, removePerson } from './remove-person.ts';
import { savePerson } from './save-person.ts';

type Sent = Pick<ArgsOf<typeof saveContact>, 'id' | 'email' | 'roleId' | 'rights' | 'password' | 'base'>;

/**
 * Whether a save gives a sign-in or power, so that the person who makes it confirms who they are: a new person, a password, and an address,
 * role or right other than the form started with. One that lies about its start changes nothing.
 */
const givesPower = ({ id, password, base, ...sent }: Sent): boolean => {
  const { email, roleId, rights } = personFields(sent);
  const from = personFields(base ?? {});
  const isOther = (now: unknown, before: unknown) => now !== undefined && JSON.stringify(now) !== JSON.stringify(before);
  const isGrave = isOther(email, from.email) || isOther(roleId, from.roleId) || isOther(rights, from.rights);
  return id === 0 || password !== undefined || isGrave;
};

/** People of a customer: listed, added, changed, invited and removed by those who administer them. */
export const contactRoutes: Handler[] = [
  handle(listContacts, { allCustomers: true }, async ({ cust }, { services, actor }) => {
    const list = await contactsOf(services.db, { customers: namedCustomers(cust), actor, now: services.now() });
    const none = { limit: null, remaining: null };
    const { limit, remaining } = cust === allCustomers ? none : await licensesOf(services.db, cust);
    return ok({ ...list, userLicensesRemaining: remaining, userLicensesLimit: limit });
  }),

  handle(readContact, async ({ cust, id }, { services, actor }) => {
    const { users } = await contactsOf(services.db, { customers: [cust], actor, now: services.now() }, id);
    return users[0] ? ok(users[0]) : no({ kind: 'not_found' });
  }),

  ...[saveContact, saveContactById].map((endpoint) =>
    handle(
      endpoint as typeof saveContact,
      { audit: 'user.save', stepUp: givesPower, ownTransactions: true },
      async ({ cust, id, password, base, ...sent }, { services, actor, record }) => {
        const hash = await firstPasswordHash(services, password, [sent.name, sent.email]);
        if (!hash.ok) return hash;
        const passwordHash = hash.value;
        const fields = personFields(sent);
        return orRollBack(services.db, async (tx, afterCommit) => {
          if (id === 0) {
            const added = await addPerson(tx, { services, actor }, cust, { ...fields, passwordHash });
            if (!added.ok) return added;
            const { id: userId, isInvited } = added.value;
            const changed = changesBetween(null, added.value.fields);
            const receipt = await record(tx, { object: ['user', userId], changed, facts: { isInvited } });
            return done({ id: userId, message: messages.saved, isInvited }, receipt);
          }
          const from = base && personFields(base);
          const saved = await savePerson(tx, { services, actor, afterCommit }, cust, id, { fields, base: from, passwordHash });
          if (!saved.ok) return saved;
          const { changed, isInvited } = saved.value;
          const reply = { id, message: messages.saved, isInvited };
          if (Object.keys(changed).length === 0 && passwordHash === undefined) return unchanged(reply);
          const facts = passwordHash === undefined ? {} : { secrets: ['password'] };
          return done(reply, await record(tx, { object: ['user', id], changed, facts }));
        });
      },
    ),
  ),

  handle(
    changePeople,
    { audit: 'user.change', stepUp: ({ roleId, isDisabled }) => roleId !== undefined || isDisabled === false },
    async ({ cust, ...sent }, { services, actor, tx, afterCommit }) => {
      const outcome = await changeSeveral(tx, { services, actor, afterCommit }, cust, sent);
      if (!outcome.ok) return outcome;
      const [first, ...others] = outcome.value;
      if (!first) return unchanged({ changed: 0 });
      // A line for each person, so that the activity of each shows it.
      const by = { customerId: cust, at: services.now(), actorId: actor.actorId, userId: actor.userId, name: 'user.change' };
      for (const { userId, changed } of others) await writeAudit(tx, { ...by, object: ['user', userId], changed });
      return done({ changed: outcome.value.length }, { object: ['user', first.userId], changed: first.changed });
    },
  ),

  handle(inviteAgain, { audit: 'user.invite' }, async ({ cust, id }, { services, actor, tx }) => {
    const contact = (await contactsOf(tx, { customers: [cust], actor, now: services.now() }, id)).users[0];
    if (!contact) return no({ kind: 'not_found' });
    if (contact.state !== 'invited') return no({ kind: 'invalid', fields: { id: 'This person needs no invitation any more' } });
    if (!getsMail(contact.email)) return no({ kind: 'invalid', fields: { id: messages.invalidEmail } });
    await invite(tx, services, { customerId: cust, userId: id, name: contact.name, email: contact.email }, actor.name);
    return done({ message: 'The invitation is on its way.' }, { object: ['user', id] });
  }),

  handle(previewRemoval, async ({ cust, id }, { services, actor }) => {
    if (!(await isPersonOf(services.db, cust, id))) return no({ kind: 'not_found' });
    const removal = await removalOf(withoutScope(services.db), { services, actor }, { customerId: cust, userId: id });
    return removal ? ok(removal) : no({ kind: 'not_found' });
  }),

  handle(
    removeContact,
    { audit: 'user.remove', ownTransactions: true },
    async ({ cust, id, takenOverBy }, { services, actor, record }) => {
      if (!(await isPersonOf(services.db, cust, id))) return no({ kind: 'not_found' });
      const ended: string[] = [];
      const outcome = await withoutScope(services.db)
        .transaction()
        .execute(async (tx) => {
          const owner = { customerId: cust, userId: id };
          const removed = await removePerson(tx, { services, actor }, owner, takenOverBy, (session) => void ended.push(session));
          if (!removed.ok) return removed;
          const { name, ...facts } = removed.value;
          const heir = takenOverBy === undefined ? {} : { takenOverBy };
          const receipt = await record(tx, { object: ['user', id], facts: { name, ...facts, ...heir } });
          return done({ message: `${name} was removed.` }, receipt);
        });
      for (const session of ended) services.actors.forget(session);
      if (outcome.ok) services.actors.forgetPeople([id]);
      return outcome;
    },
  ),
];

/** Whether a person belongs to a customer. Asked in the call's own limit, before a removal crosses it for devices and links of others. */
async function isPersonOf(db: Db, customerId: number, id: number): Promise<boolean> {
  const person = db.selectFrom('app_user').select('id').where('customer_id', '=', customerId).where('id', '=', id);
  return (await person.executeTakeFirst()) !== undefined;
}
