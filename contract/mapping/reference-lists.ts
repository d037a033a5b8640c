import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { atsUpload } from '../collecting/collect.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';

/** The documents' object types of reference lists; 1 to 4 are the lists that texts are mapped to. */
export const objectTypes = {
  '1': 'facility',
  '2': 'degree',
  '3': 'specialty',
  '4': 'shift',
  '5': 'order type',
  '6': 'order sub-type',
  '8': 'contact',
  '10': 'VMS shift',
  '11': 'MSP',
} as const;
export const ObjectType = z.enum(
  Object.keys(objectTypes) as [keyof typeof objectTypes, ...(keyof typeof objectTypes)[]],
  'Choose 1 client, 2 degree, 3 specialty, 4 shift, 5 or 6 order type, 8 contact, 10 VMS or 11 MSP',
);
export type ObjectType = z.infer<typeof ObjectType>;

const Text = z.string().nullable();
/** One entry of a reference list as the documents name it. */
const AtsObject = z.object({
  ID: z.number(),
  External_ID: z.string(),
  ObjectName: z.string(),
  Del_Fl: z.boolean(),
  Address: Text,
  /** Of a shift: when it starts. */
  City: Text,
  /** Of a shift: when it ends. */
  State: Text,
  Zip: Text,
  region: Text,
  HoursPerWeek: z.number().nullable(),
  daysPerWeek: z.number().nullable(),
  /** Of a specialty: the degree it belongs to. */
  DegreeExternal_ID: Text,
  DegreeName: Text,
  /** Of a contact or a shift: the client it belongs to; of a client: the one it is part of. */
  ClientExternal_ID: Text,
  ClientName: Text,
});
const example: z.input<typeof AtsObject> = {
  ID: 9,
  External_ID: '4711',
  ObjectName: 'Mercy General Hospital',
  Del_Fl: false,
  Address: '4001 J St',
  City: 'Sacramento',
  State: 'CA',
  Zip: '95819',
  region: 'West',
  HoursPerWeek: null,
  daysPerWeek: null,
  DegreeExternal_ID: null,
  DegreeName: null,
  ClientExternal_ID: null,
  ClientName: null,
};
/** What each list may be ordered by: every column that its screen shows. */
export const atsObjectSorts = [
  'ObjectName',
  'External_ID',
  'Address',
  'City',
  'State',
  'Zip',
  'region',
  'HoursPerWeek',
  'daysPerWeek',
  'DegreeName',
  'ClientName',
] as const;
const page = { pageSize: z.coerce.number().int().min(1).max(1000), page: z.coerce.number().int().min(1) };

export const listAtsObjects = endpoint('GET /api/atsobjects/:type/:target/:cust/:pageSize/:page', {
  about: 'A reference list a page at a time: by part of a name or id, removed entries only where asked for.',
  args: z.object({
    type: ObjectType,
    target: Id,
    cust: CustomerRef,
    ...page,
    query: z.string().max(200).default(''),
    sort: sortBy(atsObjectSorts).default('ObjectName'),
    removed: z.coerce.number().int().min(0).max(1).default(0),
  }),
  reply: z.object({ total: z.number(), TotalPages: z.number(), rows: z.array(AtsObject) }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { total: 1, TotalPages: 1, rows: [example] },
});

const edit = {
  ID: z.coerce.number().int().min(0),
  External_ID: z.string().trim().min(1, 'Write the id that the ATS gave').max(100, 'Shorten the id to 100 characters'),
  ObjectName: z.string().trim().min(1, 'Write the name').max(200, 'Shorten the name to 200 characters'),
  Del_Fl: z.boolean().default(false),
  Address: z.string().trim().max(80, 'Shorten the address to 80 characters').nullish(),
  City: z.string().trim().max(100).nullish(),
  State: z.string().trim().max(40).nullish(),
  Zip: z.string().trim().max(12).nullish(),
  region: z.string().trim().max(100).nullish(),
  HoursPerWeek: z.number().min(0).max(168, 'A week has 168 hours').nullish(),
  daysPerWeek: z.number().min(0).max(7, 'A week has 7 days').nullish(),
  DegreeExternal_ID: z.string().trim().max(100).nullish(),
  ClientExternal_ID: z.string().trim().max(100).nullish(),
};
const fails = ['invalid', 'not_found', 'forbidden', 'conflict'] as const;

export const saveAtsObject = endpoint('POST /api/atsobjects/:type/:target/:cust', {
  about: 'Adds (ID 0) or changes an entry of a reference list. `Del_Fl` takes it out of every choice; mappings to it stay.',
  args: z.object({ type: ObjectType, target: Id, cust: CustomerRef, ...edit }),
  reply: AtsObject,
  fails,
  needs: 'targets.write',
  offline: 'online',
  example,
});

export const uploadAtsContacts = atsUpload('POST /api/upload/atsobects/contacts/:target/:cust', 'contacts');
export const uploadAtsDegreeSpecialties = atsUpload(
  'POST /api/upload/atsobects/degreespecialty/:target/:cust',
  'degrees with their specialties, a pair a row',
);

const shift = { ...example, ID: 12, External_ID: '7', ObjectName: 'Nights 12h', City: '19:00', State: '07:00', HoursPerWeek: 36 };
export const listExternalShifts = endpoint('GET /api/map/mapextobjects/list/:cust/:target/4/:pageSize/:page', {
  about: 'Shifts as the ATS has them, with times, hours and days a week and the client they belong to.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    ...page,
    query: z.string().max(200).default(''),
    sort: sortBy(atsObjectSorts).default('ObjectName'),
  }),
  reply: z.array(AtsObject.extend({ TotalPages: z.number(), recCount: z.number() })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ ...shift, TotalPages: 1, recCount: 1 }],
});

export const saveExternalShift = endpoint('POST /api/map/mapextobjects/:cust/:target/4', {
  about: 'Saves a shift of the ATS; with `Del_Fl` it is removed and the answered ID is -1, so that the row can be filled again.',
  args: z.object({ cust: CustomerRef, target: Id, ...edit }),
  reply: AtsObject.extend({ message: z.string() }),
  fails,
  needs: 'map.shift',
  offline: 'online',
  example: { ...shift, message: messages.shiftSaved },
});

export const findAtsClient = endpoint('GET /api/map/mapextobjects/getclientfromats/:cust/:customerTargetId/:clientId', {
  about: 'A client by its id in the ATS: asked there, or from its list where the target cannot be asked.',
  args: z.object({ cust: CustomerRef, customerTargetId: Id, clientId: z.string().trim().min(1).max(100) }),
  reply: z.object({ External_ID: z.string(), ObjectName: z.string(), City: Text, State: Text }),
  fails: ['not_found', 'invalid'],
  needs: 'session',
  offline: 'online',
  example: { External_ID: '4711', ObjectName: 'Mercy General Hospital', City: 'Sacramento', State: 'CA' },
});

export const listSpecialtyDegrees = endpoint('GET /api/map/specdegreemap/:targetId', {
  about: 'The specialties of a target’s list, each with the degree it belongs to.',
  args: z.object({ targetId: Id }),
  reply: z.array(
    z.object({
      SpecialtyExternal_ID: z.string(),
      SpecialtyObjectName: z.string(),
      DegreeExternal_ID: Text,
      DegreeObjectName: Text,
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [
    {
      SpecialtyExternal_ID: '12',
      SpecialtyObjectName: 'Intensive Care',
      DegreeExternal_ID: '1',
      DegreeObjectName: 'Registered Nurse',
    },
  ],
});

export const saveSpecialtyDegree = endpoint('POST /api/map/specdegreemap/save/:specExtId/:targetId', {
  about: 'Says which degree a specialty belongs to; null sets it free.',
  args: z.object({ specExtId: z.string().min(1).max(200), targetId: Id, DegreeExternal_ID: z.string().max(200).nullable() }),
  reply: z.object({ message: z.string() }),
  fails,
  needs: 'targets.write',
  offline: 'online',
  example: { message: messages.saved },
});

const OrderType = z.enum(['5', '6'], 'Choose 5 order types or 6 order sub-types');
export const listOrderTypes = endpoint('GET /api/map/ordertype/:type/:targetId', {
  about: 'The order types (5) or sub-types (6) of a target.',
  args: z.object({ type: OrderType, targetId: Id }),
  reply: z.array(z.object({ External_ID: z.string(), ObjectName: z.string() })),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ External_ID: '2', ObjectName: 'Long-term order' }],
});

export const listSourceOrderTypes = endpoint('GET /api/map/sourceMap/:orderType/:targetId', {
  about: 'The order type (or sub-type) that jobs of each source get at a target; blank where none is chosen.',
  args: z.object({ orderType: OrderType, targetId: Id }),
  reply: z.array(z.object({ ID: z.number(), Source: z.string(), External_ID: Text, ObjectName: Text })),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ ID: 3, Source: 'Medloop', External_ID: '2', ObjectName: 'Long-term order' }],
});

export const saveSourceOrderType = endpoint('POST /api/map/sourceMap/save/:orderType/:targetId/:rowId/:externalId', {
  about: 'Chooses the order type for a source (the row’s ID); -1 chooses none.',
  args: z.object({ orderType: OrderType, targetId: Id, rowId: Id, externalId: z.string().min(1).max(200) }),
  reply: z.object({ message: z.string() }),
  fails,
  needs: 'targets.write',
  offline: 'online',
  example: { message: messages.saved },
});

const SharedFacility = z.object({
  ID: z.number(),
  Name: z.string(),
  Address: Text,
  City: Text,
  State: Text,
  /** The documents’ spelling of Country. */
  Coutry: Text,
  Zip: Text,
  IsHealthcare: z.boolean(),
});
export const sharedFacilitySorts = ['Name', 'Address', 'City', 'State', 'Zip', 'Coutry', 'IsHealthcare'] as const;
const sharedExample = {
  ID: 1,
  Name: 'Mercy General Hospital',
  Address: '4001 J St',
  City: 'Sacramento',
  State: 'CA',
  Coutry: 'US',
  Zip: '95819',
  IsHealthcare: true,
};

export const listSharedFacilities = endpoint('GET /api/facility/shared/list/:pageSize/:page', {
  about: 'Facilities that all customers share, a page at a time, by part of a name, city or zip and by state.',
  args: z.object({
    ...page,
    query: z.string().max(200).default(''),
    state: z.string().max(2).default(''),
    sort: sortBy(sharedFacilitySorts).default('Name'),
  }),
  reply: z.object({ total: z.number(), TotalPages: z.number(), rows: z.array(SharedFacility) }),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: { total: 1, TotalPages: 1, rows: [sharedExample] },
});

export const saveSharedFacility = endpoint('POST /api/facility/shared/update/:id', {
  about: 'Changes a shared facility, or adds one with id 0. For administrators.',
  args: z.object({
    id: z.coerce.number().int().min(0),
    Name: z.string().trim().min(1, 'Write the name').max(200, 'Shorten the name to 200 characters'),
    Address: z.string().trim().max(80, 'Shorten the address to 80 characters').nullish(),
    City: z.string().trim().max(100).nullish(),
    State: z.string().trim().max(2, 'Write the state with its two letters').nullish(),
    Coutry: z.string().trim().max(2, 'Write the country with its two letters').nullish(),
    Zip: z.string().trim().max(12).nullish(),
    IsHealthcare: z.boolean().default(true),
  }),
  reply: SharedFacility,
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: sharedExample,
});

export const referenceListEndpoints = [
  listAtsObjects,
  saveAtsObject,
  uploadAtsContacts,
  uploadAtsDegreeSpecialties,
  listExternalShifts,
  saveExternalShift,
  findAtsClient,
  listSpecialtyDegrees,
  saveSpecialtyDegree,
  listOrderTypes,
  listSourceOrderTypes,
  saveSourceOrderType,
  listSharedFacilities,
  saveSharedFacility,
];
