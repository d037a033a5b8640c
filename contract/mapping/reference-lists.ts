import * as z from 'zod';
import { atsUpload } from '../collecting/uploads.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { editEnd, editStart, entryEnd, entryStart, pageArgs, saveFails } from './ats-entry.ts';

/** The documented object types of reference lists. Texts are mapped to lists 1 to 4. */
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

/** The right that a person needs to change a list of this type. */
export const rightOfList = (type: ObjectType): 'lists.write' | 'vendors.write' =>
  type === '10' || type === '11' ? 'vendors.write' : 'lists.write';

const Text = z.string().nullable();
/** One entry of a reference list. Shift lists hold start and end times where other lists hold city and state. */
const AtsObject = z.object({
  ...entryStart,
  cityOrStart: wire('City', Text),
  stateOrEnd: wire('State', Text),
  ...entryEnd,
});
const example: z.input<typeof AtsObject> = {
  id: 9,
  externalId: '4711',
  name: 'Mercy General Hospital',
  isDeleted: false,
  address: '4001 J St',
  cityOrStart: 'Sacramento',
  stateOrEnd: 'CA',
  zip: '95819',
  region: 'West',
  hoursPerWeek: null,
  daysPerWeek: null,
  degreeExternalId: null,
  degreeName: null,
  clientExternalId: null,
  clientName: null,
};
/** Columns that each list may be sorted by: every column of its screen. */
export const atsObjectSorts = [
  'name',
  'externalId',
  'address',
  'cityOrStart',
  'stateOrEnd',
  'zip',
  'region',
  'hoursPerWeek',
  'daysPerWeek',
  'degreeName',
  'clientName',
] as const;

export const listAtsObjects = endpoint('GET /api/atsobjects/:type/:target/:cust/:pageSize/:page', {
  about: 'One page of a reference list, filtered by part of a name or id. `removed` 1 returns the removed entries instead.',
  args: z.object({
    type: ObjectType,
    target: Id,
    cust: CustomerRef,
    ...pageArgs,
    query: z.string().max(200).default(''),
    sort: sortBy(AtsObject, atsObjectSorts).default('name'),
    removed: z.coerce.number().int().min(0).max(1).default(0),
  }),
  reply: z.object({ total: z.number(), totalPages: wire('TotalPages', z.number()), rows: z.array(AtsObject) }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { total: 1, totalPages: 1, rows: [example] },
});

const edit = {
  ...editStart,
  cityOrStart: wire('City', z.string().trim().max(100).nullish()),
  stateOrEnd: wire('State', z.string().trim().max(40).nullish()),
  ...editEnd,
};

export const saveAtsObject = endpoint('POST /api/atsobjects/:type/:target/:cust', {
  about:
    'Adds (ID 0) or changes an entry of a reference list. `Del_Fl` removes it from all choices but keeps mappings to it. Needs the right of its list: lists.write, or vendors.write for VMS and MSP.',
  args: z.object({ type: ObjectType, target: Id, cust: CustomerRef, ...edit }),
  reply: AtsObject,
  fails: saveFails,
  needs: 'session',
  offline: 'online',
  example,
});

export const uploadAtsContacts = atsUpload('POST /api/upload/atsobects/contacts/:target/:cust', 'contacts');
export const uploadAtsDegreeSpecialties = atsUpload(
  'POST /api/upload/atsobects/degreespecialty/:target/:cust',
  'degrees with their specialties, a pair a row',
);

export const findAtsClient = endpoint('GET /api/map/mapextobjects/getclientfromats/:cust/:customerTargetId/:clientId', {
  about: 'A client by its id in the ATS, read from the ATS, or from the stored list if the ATS cannot be reached.',
  args: z.object({ cust: CustomerRef, customerTargetId: Id, clientId: z.string().trim().min(1).max(100) }),
  reply: z.object({
    externalId: wire('External_ID', z.string()),
    name: wire('ObjectName', z.string()),
    city: wire('City', Text),
    state: wire('State', Text),
  }),
  fails: ['not_found', 'invalid'],
  needs: 'session',
  offline: 'online',
  example: { externalId: '4711', name: 'Mercy General Hospital', city: 'Sacramento', state: 'CA' },
});

export const referenceListEndpoints = [
  listAtsObjects,
  saveAtsObject,
  uploadAtsContacts,
  uploadAtsDegreeSpecialties,
  findAtsClient,
];
