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
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { type Loader, row } from '#server/kit/http/loaders.ts';
import { facilitySettingsOf, openedClients } from '#server/targets/open-clients.ts';
import { type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';
import { addFacilityTo, askedFields, useExistingClient } from './add-facility.ts';

/** The customer's first target of a style. */
const targetOfStyle = (style: FacilityStyle): Loader<{ readonly cust: number }, StoredTarget> => ({
  locks: false,
  find: async (db, { cust }) => (await targetsOf(db, cust)).find((target) => facilitySettingsOf(target).style === style),
});
const offeringTarget = targetOfStyle('offering');
const plainTarget = targetOfStyle('plain');
const recruitingTarget = targetOfStyle('recruiting');

export const facilityAddRoutes: Handler[] = [
  handle(listRegions, { load: { target: row('target', 'targetId') } }, async (_args, _call, { target }) =>
    ok(facilitySettingsOf(target).regions),
  ),
  handle(
    addFacility,
    { audit: 'facility.add', ownTransactions: true, load: { target: row('target', 'targetId') } },
    async ({ cust, override, existingId, valueId, targetId: _targetId, ...form }, call, { target }) => {
      const added = await (existingId === undefined
        ? addFacilityTo(call, target, form, override)
        : useExistingClient(call, target, existingId));
      if (!added.ok) return added;
      const { words, receipt, ...made } = added.value;
      if (valueId === undefined) return done({ ...made, message: words ?? messages.saved, mapped: false }, receipt);
      // The facility exists even if mapping fails. No idempotency key: the facility's key must not also cover the mapping.
      const mapped = await callCommand({ ...call, idempotencyKey: null }, cust, 'value.map.v1', {
        ids: [valueId],
        mappedId: made.externalId,
        certainty: null,
      });
      const message = words ?? (mapped.ok ? messages.saved : 'The facility was added, but the text is not mapped to it.');
      return done({ ...made, message, mapped: mapped.ok }, receipt);
    },
  ),
  handle(readOfferingData, { load: { target: offeringTarget } }, async (_args, _call, { target }) => {
    return ok(offeringData(target, null));
  }),
  handle(readOfferingCities, { load: { target: offeringTarget } }, async ({ state, city }, _call, { target }) => {
    return ok(offeringData(target, { state, city }));
  }),
  handle(readPlainData, { load: { target: plainTarget } }, async (_args, _call, { target }) => {
    const { style, regions, statuses } = facilitySettingsOf(target);
    return ok({ style, regions, statuses });
  }),
  handle(readRecruitingData, { load: { target: recruitingTarget } }, async (_args, { services }, { target }) => {
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
  handle(readPicklist, { load: { target: recruitingTarget } }, async ({ entity, field }, { services }, { target }) => {
    const fields = await (await openedClients(services, target))?.fields(entity);
    if (!fields) return no({ kind: 'invalid', fields: { entity: messages.targetNotConnected({ target: target.row.name }) } });
    const found = fields.find(({ name }) => name === field);
    return found ? ok([...found.options]) : no({ kind: 'not_found' });
  }),
  handle(findParentClient, { load: { target: recruitingTarget } }, async ({ id }, { services }, { target }) => {
    const client = await (await openedClients(services, target))?.byId(id);
    if (!client) return no({ kind: 'invalid', fields: { id: messages.targetNotConnected({ target: target.row.name }) } });
    if (client === 'absent') return ok({ client: null, message: messages.noParentClient({ id }) });
    return ok({ client, message: '' });
  }),
  handle(
    searchParentClients,
    { audit: onlyReads, load: { target: recruitingTarget } },
    async ({ term, count, start }, { services }, { target }) => {
      const found = await (await openedClients(services, target))?.search(term, count, start);
      if (!found) return no({ kind: 'invalid', fields: { term: messages.targetNotConnected({ target: target.row.name }) } });
      return ok(found);
    },
  ),
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
