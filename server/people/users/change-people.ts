import type { ArgsOf } from '#contract/kit/endpoint.ts';
import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { changePeople } from '#contract/people/contacts.ts';
import { afterNewRole } from '#domain/people/new-role.ts';
import { type Changes, changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { holdCustomers } from '../roles/person-states.ts';
import { fieldOf, noLicense, roleGone } from './add-person.ts';
import { contactsOf, licensesOf } from './contacts.ts';
import { judgePeople } from './judge-people.ts';
import { columnsOf, type PersonFields, personFields } from './person-fields.ts';
import { endAccess } from './remove-person.ts';

type Sent = Omit<ArgsOf<typeof changePeople>, 'cust'>;
type Parts = { readonly services: Omit<Services, 'db'>; readonly actor: Actor; readonly afterCommit: (work: () => void) => void };
type Refused = Extract<Refusal, { kind: 'invalid' | 'not_found' }>;
type Changed = { readonly userId: number; readonly changed: Changes };
type Role = { readonly id: number; readonly rights: readonly number[] };

/** Changes several people alike, all or none. Answers who changed, each with the fields. */
export async function changeSeveral(tx: Tx, parts: Parts, customerId: number, sent: Sent): Promise<Result<Changed[], Refused>> {
  const { services, actor, afterCommit } = parts;
  await holdCustomers(tx, [customerId]);
  const ids = [...new Set(sent.ids)];
  const asked = { customers: [customerId], actor, now: services.now() };
  const all = new Map((await contactsOf(tx, asked)).users.map((contact) => [contact.id, contact]));
  const people = ids.flatMap((id) => all.get(id) ?? []);
  if (people.length < ids.length) return no({ kind: 'not_found' });
  const role = sent.roleId === undefined ? null : await roleWith(tx, sent.roleId);
  if (role === undefined) return no({ kind: 'invalid', fields: { roleId: roleGone } });
  const enabled = people.filter(({ state }) => sent.isDisabled === false && state === 'disabled').length;
  const { limit, remaining } = await licensesOf(tx, customerId);
  if (limit !== null && enabled > remaining) return no({ kind: 'invalid', fields: { isDisabled: noLicense(limit) } });
  const edits = people.map((contact) => {
    const before = { ...personFields(contact), isDisabled: contact.state === 'disabled' };
    const after = { ...withChange(before, sent, role), isDisabled: sent.isDisabled ?? before.isDisabled };
    const kept = contact.state === 'invited' ? 'invited' : 'active';
    return { contact, before, after, state: after.isDisabled ? 'disabled' : kept } as const;
  });
  const judged = edits.map(({ contact, after: { roleId, rights }, state }) => ({
    userId: contact.id,
    after: { roleId, rights, state },
  }));
  const refused = await judgePeople(tx, actor, customerId, judged, { ...fieldOf, state: 'ids' });
  if (refused) return refused;
  const changed: Changed[] = [];
  for (const { contact, before, after } of edits) {
    const changes = changesBetween(before, after);
    if (Object.keys(changes).length === 0) continue;
    await writePerson(tx, parts, { customerId, userId: contact.id }, after, before.isDisabled);
    changed.push({ userId: contact.id, changed: changes });
  }
  afterCommit(() => services.actors.forgetPeople(changed.map(({ userId }) => userId)));
  return ok(changed);
}

const roleWith = (tx: Tx, id: number): Promise<Role | undefined> =>
  tx.selectFrom('role').select(['id', 'rights']).where('id', '=', id).executeTakeFirst();

function withChange(before: PersonFields, sent: Sent, role: Role | null): PersonFields {
  const { getsCollectionNotices, getsBillingAlerts, getsSystemAlerts } = sent;
  const isNewRole = role !== null && role.id !== before.roleId;
  return {
    ...before,
    ...(isNewRole && { roleId: role.id, ...afterNewRole(role, before), rights: [...afterNewRole(role, before).rights] }),
    ...(getsCollectionNotices !== undefined && { getsCollectionNotices }),
    ...(getsBillingAlerts !== undefined && { getsBillingAlerts }),
    ...(getsSystemAlerts !== undefined && { getsSystemAlerts }),
  };
}

async function writePerson(
  tx: Tx,
  { services, afterCommit }: Parts,
  owner: { readonly customerId: number; readonly userId: number },
  after: PersonFields & { isDisabled: boolean },
  wasDisabled: boolean,
): Promise<void> {
  const { prefs } = await tx
    .selectFrom('app_user')
    .select('prefs')
    .where('customer_id', '=', owner.customerId)
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('app_user')
    .set({
      ...columnsOf(after, prefs),
      ...(after.isDisabled !== wasDisabled && { disabled_at: after.isDisabled ? services.now() : null }),
    })
    .where('customer_id', '=', owner.customerId)
    .where('id', '=', owner.userId)
    .execute();
  if (after.isDisabled && !wasDisabled) {
    await endAccess(tx, services, owner, (sessionId) => afterCommit(() => services.actors.forget(sessionId)));
  }
}
