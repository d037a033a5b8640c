import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { FacilityForm } from '#contract/mapping/facility-add.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { facilityProblems } from '#domain/mapping/facility/facility-form.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import { changesBetween, type Receipt } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { RecordLine } from '#server/kit/http/audited.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { AtsClient, CustomField, NewClient, TargetClients } from '#server/targets/adapter/target-clients.ts';
import { facilitySettingsOf, openedClients } from '#server/targets/open-clients.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';

/** A client with the name and place of a new facility. */
type Twin = { readonly externalId: string; readonly name: string };
export type AddRefused =
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'conflict'; current: { message: string; clients?: readonly Twin[] } };
export type Added = {
  readonly externalId: string;
  readonly name: string;
  readonly words: string | null;
  readonly receipt: Receipt;
};
type AddCall = { readonly services: Services; readonly record: RecordLine };

const custom = /^custom[A-Z]\w*$/;
/** The custom fields of the target that the form shows: those that are required or offer a choice. */
export const askedFields = (fields: readonly CustomField[]): readonly CustomField[] =>
  fields.filter(({ name, required, options }) => custom.test(name) && (required || options.length > 0));

/**
 * Adds a facility: first to the ATS if it stores clients, then to our list. If the ATS or our list has one with the same name and
 * place, it is refused as a duplicate unless `override`. If the ATS does not confirm the client, it is looked up there; if it is
 * not there either, the caller gets a conflict without clients. A repeated call looks up first, so it creates no duplicate.
 */
export async function addFacilityTo(
  { services, record }: AddCall,
  target: StoredTarget,
  form: FacilityForm,
  override: boolean,
): Promise<Result<Added, AddRefused>> {
  const { style, regions } = facilitySettingsOf(target);
  const clients = style === 'recruiting' ? await openedClients(services, target) : undefined;
  const fields = style === 'recruiting' ? await clients?.fields('ClientCorporation') : [];
  if (!fields) return no({ kind: 'invalid', fields: { form: messages.targetNotConnected({ target: target.row.name }) } });
  const problems = facilityProblems(style, form, {
    hasRegions: regions.length > 0,
    requiredFields: askedFields(fields).filter(({ required }) => required),
  });
  if (Object.keys(problems).length > 0) return no({ kind: 'invalid', fields: { form: messages.requiredFields, ...problems } });
  const known = new Set(fields.map(({ name }) => name));
  const strange = Object.keys(form.customFields).find((name) => !known.has(name) || !custom.test(name));
  if (strange !== undefined)
    return no({ kind: 'invalid', fields: { customFields: `${target.row.name} has no field ${strange}` } });
  const there = clients ? await clients.named(form.name) : [];
  if (!there) return no({ kind: 'invalid', fields: { form: messages.targetNotConnected({ target: target.row.name }) } });
  const twins = override
    ? []
    : [...(await twinsOf(services, target, form)), ...there.filter((one) => isAt(one, form)).map(asTwin)];
  if (twins.length > 0) return no({ kind: 'conflict', current: { message: messages.duplicateClient, clients: unique(twins) } });
  const made = clients ? await makeThere(clients, target.row.name, form, there) : ok({ id: null, words: null });
  if (!made.ok) return made;
  return ok(
    await services.db.transaction().execute((tx) => keep(tx, record, target, form, { ...made.value, facts: { override } })),
  );
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const asTwin = ({ id, name }: AtsClient): Twin => ({ externalId: id, name });
const unique = (twins: readonly Twin[]): Twin[] => [...new Map(twins.map((twin) => [twin.externalId, twin])).values()];
/** True unless the client is known to be in another city. */
const isAt = ({ city }: AtsClient, form: FacilityForm): boolean => city === null || plain(city) === plain(form.city);

/** Takes a client that the ATS has already into our list, if it is not there yet. */
export async function useExistingClient(
  { services, record }: AddCall,
  target: StoredTarget,
  id: string,
): Promise<Result<Added, AddRefused | { kind: 'not_found' }>> {
  const listed = await sql<{ row: AtsValueRow }>`
    select row from ats_value where customer_id = ${target.customerId} and target_id = ${target.row.id} and kind = 'facility'
      and not deleted and ext_id = ${id}`.execute(services.db);
  const [own] = listed.rows;
  const facts = { existing: true };
  if (own) {
    const receipt = await services.db
      .transaction()
      .execute((tx) => record(tx, { object: ['atsValue', own.row.id], changed: {}, facts }));
    return ok({ externalId: id, name: own.row.name, words: null, receipt });
  }
  const client = await (await openedClients(services, target))?.byId(id);
  if (!client) return no({ kind: 'invalid', fields: { form: messages.targetNotConnected({ target: target.row.name }) } });
  if (client === 'absent') return no({ kind: 'not_found' });
  const { name, address, city, state } = client;
  const form = FacilityForm.parse({ name, address: address ?? '', city: city ?? '', state: state ?? '' });
  const made = { id, words: null, facts };
  return ok(await services.db.transaction().execute((tx) => keep(tx, record, target, form, made)));
}

/** Clients in our list with the same name, city and state. */
async function twinsOf({ db }: Services, { customerId, row }: StoredTarget, form: FacilityForm): Promise<Twin[]> {
  const { rows } = await sql<{ row: AtsValueRow }>`
    select row from ats_value where customer_id = ${customerId} and target_id = ${row.id} and kind = 'facility' and not deleted
      and upper(coalesce(row ->> 'state', '')) = ${form.state.toUpperCase()}`.execute(db);
  return rows
    .filter(({ row: one }) => plain(one.name) === plain(form.name) && plain(one.city ?? '') === plain(form.city))
    .map(({ row: one }) => ({ externalId: one.extId, name: one.name }));
}

/** `before`: the clients of that name that the target had before. */
async function makeThere(
  clients: TargetClients,
  target: string,
  form: FacilityForm,
  before: readonly AtsClient[],
): Promise<Result<{ id: string | null; words: string | null }, AddRefused>> {
  const client: NewClient = {
    name: form.name,
    address: form.address,
    city: form.city,
    state: form.state,
    zip: form.zip,
    status: form.status,
    parentId: form.parentClientId,
    contact: { firstName: form.contactFirstName, lastName: form.contactLastName },
    fields: form.customFields,
  };
  const answer = await clients.make(client);
  if (answer.kind === 'done') return ok({ id: answer.id, words: answer.words });
  if (answer.kind === 'refused') return no({ kind: 'invalid', fields: { form: answer.words } });
  const after = (await clients.named(form.name)) ?? [];
  const [made, ...others] = after.filter(({ id }) => !before.some((one) => one.id === id));
  if (made && others.length === 0)
    return ok({
      id: made.id,
      words: `${target} did not confirm the client, but lists it now. Check there that it has its contact.`,
    });
  const message = `${answer.words}. It is not known whether ${target} added the client: it does not list it yet. Try again in a minute; Jobdock looks for the client first and adds no second one.`;
  return no({ kind: 'conflict', current: { message } });
}

/** Adds the new client to our list. Generates an id if the target gave none. */
async function keep(
  tx: Tx,
  record: RecordLine,
  { customerId, row: target }: StoredTarget,
  form: FacilityForm,
  made: { id: string | null; words: string | null; facts: Readonly<Record<string, boolean>> },
): Promise<Added> {
  const orNull = (text: string) => (text === '' ? null : text);
  const [id = 0] = await nextIds(tx, 'atsValue', 1);
  const row: AtsValueRow = {
    id,
    targetId: target.id,
    kind: 'facility',
    extId: made.id ?? `JD-${id}`,
    name: form.name,
    parentId: orNull(form.parentClientId),
    address: orNull(form.address),
    city: orNull(form.city),
    state: orNull(form.state),
    zip: orNull(form.zip),
    active: true,
  };
  const { status, jobTypes, allOfferings, offerings } = form;
  const detail = {
    region: orNull(form.region),
    status: orNull(status),
    jobTypes,
    allOfferings,
    offerings,
  };
  const facts = { inTarget: made.id !== null, ...made.facts };
  const receipt = await record(tx, { object: ['atsValue', id], changed: changesBetween(null, row), facts });
  await writeRows(tx, customerId, [{ collection: 'atsValue', row, extra: { detail } }]);
  return { externalId: row.extId, name: row.name, words: made.words, receipt };
}
