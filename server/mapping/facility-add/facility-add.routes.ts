import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  addFacility,
  type FacilityStyle,
  findParentClient,
  listRegions,
  readOfferingCities,
  readOfferingData,
  readPicklist,
  readPlainData,
  readRecruitingData,
  searchParentClients,
} from '#contract/mapping/facility-add.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { facilitySettingsOf, openedClients } from '#server/targets/open-clients.ts';
import { type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';
import { addFacilityTo, askedFields } from './add-facility.ts';

const absent = no({ kind: 'not_found' as const });

/** The customer's first target of a style. */
const targetOfStyle = async ({ db }: Services, customerId: number, style: FacilityStyle): Promise<StoredTarget | undefined> =>
  (await targetsOf(db, customerId)).find((target) => facilitySettingsOf(target).style === style);

export const facilityAddRoutes: Handler[] = [
  handle(listRegions, async ({ cust, targetId }, { services }) => {
    const target = (await targetsOf(services.db, cust)).find(({ row }) => row.id === targetId);
    return target ? ok(facilitySettingsOf(target).regions) : absent;
  }),
  handle(addFacility, async ({ cust, targetId, override, ID, ...form }, call) => {
    const { services, actor } = call;
    const target = (await targetsOf(services.db, cust)).find(({ row }) => row.id === targetId);
    if (!target) return absent;
    const added = await addFacilityTo(services, target, form, override);
    if (!added.ok) return added;
    const { words, ...made } = added.value;
    await services.db
      .insertInto('audit')
      .values({
        customer_id: cust,
        at: services.now(),
        actor_id: actor.actorId,
        subject_id: actor.userId,
        command: 'facility.add',
        detail: JSON.stringify({ targetId, ...made, override }),
      })
      .execute();
    if (ID === undefined) return ok({ ...made, message: words ?? messages.saved, mapped: false });
    // The facility stands, whatever comes of the mapping: a second key would map twice what was added once.
    const mapped = await callCommand({ ...call, idempotencyKey: null }, cust, 'value.map.v1', {
      ids: [ID],
      mappedId: made.External_ID,
      certainty: null,
    });
    const message = words ?? (mapped.ok ? messages.saved : 'The facility was added, but the text is not mapped to it.');
    return ok({ ...made, message, mapped: mapped.ok });
  }),
  handle(readOfferingData, async ({ cust }, { services }) => {
    const target = await targetOfStyle(services, cust, 'offering');
    return target ? ok(offeringData(target, null)) : absent;
  }),
  handle(readOfferingCities, async ({ cust, state, city }, { services }) => {
    const target = await targetOfStyle(services, cust, 'offering');
    return target ? ok(offeringData(target, { state, city })) : absent;
  }),
  handle(readPlainData, async ({ cust }, { services }) => {
    const target = await targetOfStyle(services, cust, 'plain');
    if (!target) return absent;
    const { style, regions, statuses } = facilitySettingsOf(target);
    return ok({ style, regions, statuses });
  }),
  handle(readRecruitingData, async ({ cust }, { services }) => {
    const target = await targetOfStyle(services, cust, 'recruiting');
    if (!target) return absent;
    const { style, regions, statuses } = facilitySettingsOf(target);
    const fields = await (await openedClients(services, target))?.fields('ClientCorporation');
    const failed = messages.targetNotConnected({ target: target.row.name });
    return ok({
      style,
      targetId: target.row.id,
      state: fields ? ('ready' as const) : ('failed' as const),
      message: fields ? null : failed,
      regions,
      statuses,
      fields: askedFields(fields ?? []).map((field) => ({ ...field, options: [...field.options] })),
    });
  }),
  handle(readPicklist, async ({ cust, entity, field }, { services }) => {
    const target = await targetOfStyle(services, cust, 'recruiting');
    if (!target) return absent;
    const fields = await (await openedClients(services, target))?.fields(entity);
    if (!fields) return no({ kind: 'invalid', fields: { entity: messages.targetNotConnected({ target: target.row.name }) } });
    const found = fields.find(({ name }) => name === field);
    return found ? ok([...found.options]) : absent;
  }),
  handle(findParentClient, async ({ cust, id }, { services }) => {
    const target = await targetOfStyle(services, cust, 'recruiting');
    if (!target) return absent;
    const client = await (await openedClients(services, target))?.byId(id);
    if (!client) return no({ kind: 'invalid', fields: { id: messages.targetNotConnected({ target: target.row.name }) } });
    if (client === 'absent') return ok({ client: null, message: messages.noParentClient({ id }) });
    return ok({ client, message: '' });
  }),
  handle(searchParentClients, async ({ cust, term, count, start }, { services }) => {
    const target = await targetOfStyle(services, cust, 'recruiting');
    if (!target) return absent;
    const found = await (await openedClients(services, target))?.search(term, count, start);
    if (!found) return no({ kind: 'invalid', fields: { term: messages.targetNotConnected({ target: target.row.name }) } });
    return ok(found);
  }),
];

function offeringData(target: StoredTarget, place: { state: string; city: string } | null): ReplyOf<typeof readOfferingData> {
  const { style, jobTypes, offerings, subOfferings, clientTypes, vendorSystems, statuses, cities } = facilitySettingsOf(target);
  const there = place ? (cities[place.state.toUpperCase()] ?? []) : [];
  const known = there.some((city) => city.toLowerCase() === place?.city.toLowerCase());
  const missing = place !== null && there.length > 0 && !known;
  return {
    style,
    jobTypes,
    offerings,
    subOfferings,
    clientTypes,
    vendorSystems,
    statuses,
    cities: there,
    warning: missing
      ? `${target.row.name} knows no city ${place.city} in ${place.state.toUpperCase()}. Please try another city.`
      : null,
  };
}
