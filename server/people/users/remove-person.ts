import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Contact } from '#contract/people/contact-fields.ts';
import type { previewRemoval } from '#contract/people/contacts.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { endSessionsOf, type NoteEnded } from '../auth/sessions.ts';
import { removeFactors } from '../second-factor/factors.ts';
import { fieldOf } from './add-person.ts';
import { contactsOf } from './contacts.ts';
import { judgePeople } from './judge-people.ts';
import { handOver, ownedThings } from './owned-by.ts';
import { endLinks } from './password-links.ts';

type Owner = { readonly customerId: number; readonly userId: number };
type Parts = { readonly services: Pick<Services, 'now'>; readonly actor: Actor };
type Refused = Extract<Refusal, { kind: 'invalid' | 'not_found' }>;

/**
 * What goes along with a person. Devices of linked customers count, too, so `db` is not limited to the person's customer; people's
 * ids are unique among all customers.
 */
export async function removalOf(db: Db, parts: Parts, owner: Owner): Promise<ReplyOf<typeof previewRemoval> | null> {
  const contact = await personOf(db, parts, owner);
  if (!contact) return null;
  const devices = await db
    .selectFrom('client')
    .select(['device_label as label', 'unsent'])
    .where('user_id', '=', owner.userId)
    .where('killed_at', 'is', null)
    .orderBy('unsent', 'desc')
    .limit(100)
    .execute();
  const owned = await ownedThings(db, owner);
  const linkedCustomers = contact.linkedCustomers.filter(({ status }) => status === 2).map(({ name }) => name);
  return { name: contact.name, linkedCustomers, devices, owned, heirs: owned.length === 0 ? [] : await heirsOf(db, owner) };
}

/**
 * Removes a person: no one signs in as them, their sessions and linked accounts end, their devices wipe themselves, and `heirId` owns
 * what they owned. Their row stays, so that the audit can name them. `tx` is not limited to the customer: devices and links belong
 * to others, too. All that can be refused is refused before the first write.
 */
export async function removePerson(
  tx: Tx,
  parts: Parts,
  owner: Owner,
  heirId: number | undefined,
  ended: NoteEnded,
): Promise<Result<{ name: string; links: number; devices: number }, Refused>> {
  const { services, actor } = parts;
  const { customerId, userId } = owner;
  const contact = await personOf(tx, parts, owner);
  if (!contact) return no({ kind: 'not_found' });
  const refused = await judgePeople(tx, actor, customerId, [{ userId, after: null }], fieldOf);
  if (refused) return refused;
  const heirs = (await ownedThings(tx, owner)).length === 0 ? null : await heirsOf(tx, owner);
  if (heirs && !heirs.some(({ id }) => id === heirId)) {
    return no({ kind: 'invalid', fields: { takenOverBy: 'Choose who takes over what this person owns' } });
  }
  if (heirs && heirId !== undefined) await handOver(tx, owner, heirId);
  await tx.deleteFrom('sign_in').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
  await endLinks(tx, services, owner);
  await removeFactors(tx, owner);
  await endAccess(tx, services, owner, ended);
  const devices = await tx
    .updateTable('client')
    .set({ killed_at: services.now() })
    .where('user_id', '=', userId)
    .where('killed_at', 'is', null)
    .executeTakeFirst();
  const links = await removeLinks(tx, parts, owner);
  await tx
    .updateTable('app_user')
    .set({ deleted_at: services.now(), disabled_at: services.now() })
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .execute();
  return ok({ name: contact.name, links, devices: Number(devices.numUpdatedRows) });
}

/** Ends a person's sessions, and those in which an administrator works as them. */
export async function endAccess(tx: Tx, services: Pick<Services, 'now'>, owner: Owner, ended: NoteEnded): Promise<void> {
  await endSessionsOf(services, tx, ended, owner);
  const acting = await tx
    .updateTable('session')
    .set({ acting_customer_id: null, acting_user_id: null, acting_until: null })
    .where('acting_user_id', '=', owner.userId)
    .returning('id')
    .execute();
  for (const { id } of acting) ended(id);
}

const personOf = async (db: Db | Tx, { services, actor }: Parts, owner: Owner): Promise<Contact | undefined> =>
  (await contactsOf(db, { customers: [owner.customerId], actor, now: services.now() }, owner.userId)).users[0];

/** Who may take over what somebody owns: the other people of the customer who can work. */
const heirsOf = (db: Db | Tx, { customerId, userId }: Owner) =>
  db
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('customer_id', '=', customerId)
    .where('id', '!=', userId)
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .limit(1000)
    .execute();

/** Removes the linked accounts, with a line in the audit of each customer that loses a person who could work there. */
async function removeLinks(tx: Tx, { services, actor }: Parts, { customerId, userId }: Owner): Promise<number> {
  const links = await tx
    .deleteFrom('user_link')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .returning(['linked_customer_id as linkedId', 'agreed_at as agreedAt'])
    .execute();
  for (const { linkedId, agreedAt } of links) {
    if (agreedAt === null) continue;
    await writeAudit(tx, {
      customerId: linkedId,
      at: services.now(),
      actorId: actor.actorId,
      userId: actor.userId,
      name: 'link.remove',
      object: ['user', userId],
      facts: { because: 'the person was removed' },
    });
  }
  return links.length;
}
