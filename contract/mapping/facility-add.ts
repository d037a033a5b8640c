import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

const Text = z.string().nullable();
const short = z.string().trim().max(200).default('');

/**
 * What a target requires of a new facility, by style. `recruiting`: contact, region, custom fields; `offering`: job types and
 * offerings; `plain`: name and place.
 */
export const FacilityStyle = z.enum(['recruiting', 'offering', 'plain']);
export type FacilityStyle = z.infer<typeof FacilityStyle>;

/** One offering of a facility; `subOffering` is required if the offering is ALLIED. */
const Offering = z.object({ offering: short, clientType: short, vendorSystem: short, subOffering: short });

/** A new facility as the form sends it. The target's style decides which fields are required (`facilityProblems`). */
export const FacilityForm = z.object({
  name: wire('Facility', z.string().trim().max(200, 'Shorten the name to 200 characters').default('')),
  address: wire('Address', z.string().trim().default('')),
  city: wire('Location', short),
  state: wire('State', short),
  zip: wire('Zip', z.string().trim().max(12).default('')),
  region: wire('Region', short),
  contactFirstName: wire('ContactFirstName', short),
  contactLastName: wire('ContactLastName', short),
  status: wire('Status', short),
  jobTypes: wire('JobTypes', z.array(z.string()).default([])),
  allOfferings: wire('AllOfferings', z.boolean().default(false)),
  offerings: wire('Offerings', z.array(Offering).max(50).default([])),
  parentClientId: wire('ParentClientID', z.string().trim().max(100).default('')),
  /** Custom fields of the target, by their name in the target. */
  customFields: wire('CustomFields', z.record(z.string(), z.string()).default({})),
});
export type FacilityForm = z.infer<typeof FacilityForm>;

const regionsExample = [{ id: 'West', name: 'West' }];
export const listRegions = endpoint('GET /api/map/regions/:cust/:targetId', {
  about: 'Regions of a target. If it has any, a new facility needs one.',
  args: z.object({ cust: CustomerRef, targetId: Id }),
  reply: z.array(z.object({ id: wire('ID', z.string()), name: wire('Name', z.string()) })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: regionsExample,
});

/** Why a facility was not added. */
export const AddConflict = z.object({
  message: z.string(),
  /** Existing clients with that name in that place. Absent if it is not known whether the target added the client. */
  clients: z.array(z.object({ externalId: wire('External_ID', z.string()), name: wire('ObjectName', z.string()) })).optional(),
});

export const addFacility = endpoint('POST /api/map/clientadd/:cust/:targetId', {
  about:
    'Adds a facility to the target by the rules of its style. If the client exists there, the call fails with the conflict “Duplicate client” unless it has `override`, or `existingId` to use that client. If the target does not confirm the client and does not list it either, the conflict says so and names no clients: send the same call again, which looks the client up first.',
  args: FacilityForm.extend({
    cust: CustomerRef,
    targetId: Id,
    override: z.boolean().default(false),
    /** A client of the target to use instead of a new one. The other fields are ignored. */
    existingId: z.string().trim().min(1).max(100).optional(),
    /** Mapping row to map to the new facility. */
    valueId: wire('ID', Id.optional()),
  }),
  reply: z.object({
    externalId: wire('External_ID', z.string()),
    name: wire('ObjectName', z.string()),
    message: z.string(),
    mapped: z.boolean(),
  }),
  fails: ['invalid', 'not_found', 'forbidden', 'conflict'],
  conflict: AddConflict,
  needs: 'map.facility',
  offline: 'online',
  example: { externalId: '4711', name: 'Mercy General Hospital', message: messages.saved, mapped: true },
});

const listed = z.array(z.object({ id: wire('ID', z.string()), name: wire('Name', z.string()) }));
const OfferingData = z.object({
  style: FacilityStyle,
  jobTypes: listed,
  offerings: listed,
  subOfferings: listed,
  clientTypes: listed,
  vendorSystems: listed,
  statuses: listed,
  /** Cities of the requested state in the target’s list; empty if it has no list. */
  cities: z.array(z.string()),
  /** Set if the requested city is not in the target’s list. */
  warning: Text,
});
const offeringExample: z.input<typeof OfferingData> = {
  style: 'offering',
  jobTypes: [{ id: '1', name: 'Travel' }],
  offerings: [{ id: '2', name: 'NURSING' }],
  subOfferings: [],
  clientTypes: [{ id: '1', name: 'Hospital' }],
  vendorSystems: [{ id: '5', name: 'Medloop' }],
  statuses: [{ id: 'Active', name: 'Active' }],
  cities: [],
  warning: null,
};
const offeringData = {
  reply: OfferingData,
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: offeringExample,
} as const;

export const readOfferingData = endpoint('GET /api/staging/laboredgedata/:cust', {
  about: 'Choices of the form for an offering-style target: job types, offerings, client types, vendor systems, statuses.',
  args: z.object({ cust: CustomerRef }),
  ...offeringData,
});

export const readOfferingCities = endpoint('GET /api/staging/laboredgedata/:cust/:state/:city', {
  about: 'The same data for a place: also the target’s cities in the state, and a warning if the city is not one of them.',
  args: z.object({ cust: CustomerRef, state: z.string().max(40), city: z.string().max(100) }),
  ...offeringData,
});

export const readPlainData = endpoint('GET /api/staging/ctmdata/:cust', {
  about: 'Choices of the form for a plain target: its regions and statuses.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ style: FacilityStyle, regions: listed, statuses: listed }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { style: 'plain', regions: regionsExample, statuses: [] },
});

export const readRecruitingData = endpoint('GET /api/staging/bullhorndata/:cust', {
  about:
    'Data for the form of a recruiting-cloud target: regions and custom fields, or a message while the target cannot be read.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({
    style: FacilityStyle,
    targetId: z.number(),
    state: z.enum(['ready', 'loading', 'failed']),
    message: Text,
    regions: listed,
    statuses: listed,
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        type: z.enum(['text', 'number', 'date', 'choice']),
        options: listed,
      }),
    ),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    style: 'recruiting',
    targetId: 1,
    state: 'ready',
    message: null,
    regions: regionsExample,
    statuses: [{ id: 'Active', name: 'Active' }],
    fields: [
      { name: 'customText1', label: 'Segment', required: true, type: 'choice', options: [{ id: 'Acute', name: 'Acute care' }] },
    ],
  },
});

export const readPicklist = endpoint('GET /api/staging/bullhorndata/picklist/:cust/:entity/:field', {
  about: 'The options of one field of the recruiting-cloud target.',
  args: z.object({
    cust: CustomerRef,
    entity: z.enum(['ClientCorporation', 'ClientContact', 'JobOrder'], 'Choose ClientCorporation, ClientContact or JobOrder'),
    field: z.string().regex(/^[A-Za-z]\w{0,60}$/, 'Write the name of a field'),
  }),
  reply: listed,
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: [{ id: 'Acute', name: 'Acute care' }],
});

const ParentClient = z.object({ id: z.string(), name: z.string(), address: Text, city: Text, state: Text });
const parentExample = { id: '4711', name: 'Mercy Health', address: null, city: 'Sacramento', state: 'CA' };

export const findParentClient = endpoint('GET /clientcorporation/searchById/:cust/:id', {
  about: 'A parent client by its numeric id in the ATS.',
  args: z.object({
    cust: CustomerRef,
    id: z.string().regex(/^\d{1,18}$/, messages.numericId),
  }),
  /** `message` is set if no client has the id. */
  reply: z.object({ client: ParentClient.nullable(), message: z.string() }),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { client: parentExample, message: '' },
});

export const searchParentClients = endpoint('POST /clientcorporation/search/:cust', {
  about: 'Parent clients by part of their name, 10 at a time.',
  args: z.object({
    cust: CustomerRef,
    term: z.string().trim().max(200),
    count: z.coerce.number().int().min(1).max(100).default(10),
    start: IdOrNone.default(0),
  }),
  reply: z.object({ total: z.number(), data: z.array(ParentClient) }),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { total: 1, data: [parentExample] },
});

export const facilityAddEndpoints = [
  listRegions,
  addFacility,
  readOfferingData,
  readOfferingCities,
  readPlainData,
  readRecruitingData,
  readPicklist,
  findParentClient,
  searchParentClients,
];
