import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** The documented filter by mapping state: 0 all, 1 mapped, 2 not mapped, 3 mapped automatically, 4 set aside (ignored). */
export const MapState = z.enum(['0', '1', '2', '3', '4'], 'Choose 0 all, 1 mapped, 2 not mapped, 3 automatic or 4 set aside');

/** Sort order of a grid: 0 by open jobs, most first; 1 and 2 by text, up and down; 3 and 4 by certainty, up and down. */
const Sort = z.enum(['0', '1', '2', '3', '4'], 'Choose 0 open jobs, 1 or 2 text, 3 or 4 certainty');
const PageSize = z.coerce.number().int().min(1).max(1000, 'Ask for 1000 rows at most');
export const Page = PageNumber;
export const Query = z.string().max(200).default('');
const Text = z.string().nullable();

/** Fields of every row of a mapping grid, for its text's source and mapping. */
const row = {
  row: z.number(),
  /** The mapping row; `POST /api/map/save` takes it as `ID`. */
  id: wire('ID', z.number()),
  source: wire('Source', z.string()),
  sourceId: wire('SourceID', z.number()),
  certainty: wire('Certainty', z.number().nullable()),
  /** Who mapped it: a person, the automatic run or AI; null if it is not mapped. */
  how: wire('How', z.enum(['person', 'auto', 'ai']).nullable()),
  suggestedExternalId: wire('SuggestedExternal_ID', Text),
  suggestedName: wire('SuggestedName', Text),
  isUnique: wire('Unique_Fl', z.boolean()),
  isIgnored: wire('Ignored_Fl', z.boolean()),
  /** Open jobs that use this mapping: those with the text and without an override. */
  jobs: wire('Jobs', z.number()),
  totalPages: wire('TotalPages', z.number()),
  total: wire('recCount', z.number()),
};
const rowExample = {
  row: 1,
  id: 11,
  source: 'Medloop',
  sourceId: 3,
  certainty: 97.1,
  how: 'auto' as const,
  suggestedExternalId: '4711',
  suggestedName: 'Mercy General Hospital',
  isUnique: false,
  isIgnored: false,
  jobs: 4,
  totalPages: 1,
  total: 1,
};

export const listFacilityMap = endpoint(
  'GET /api/map/facilities/:cust/:targetId/:pageSize/:page/:mapState/:sourceId/:sort/:name',
  {
    about:
      'Vendors’ facilities and their mappings, one page at a time; `name` is base64 and may contain * wildcards, `-` means any. Source 0 means all; a grouping source includes the sources it groups.',
    args: z.object({
      cust: CustomerRef,
      targetId: Id,
      pageSize: PageSize,
      page: Page,
      mapState: MapState,
      sourceId: IdOrNone,
      sort: Sort,
      name: z.string().max(400),
    }),
    reply: z.array(
      z.object({
        ...row,
        name: wire('ObjectName', z.string()),
        address: wire('Address', Text),
        city: wire('City', Text),
        state: wire('State', Text),
        zip: wire('Zip', Text),
        mappedName: wire('MapObjectName', Text),
        mappedAddress: wire('MapAddress', Text),
        mappedCity: wire('MapCity', Text),
        mappedState: wire('MapState', Text),
        mappedZip: wire('MapZip', Text),
        externalId: wire('External_ID', Text),
      }),
    ),
    fails: ['invalid', 'not_found'],
    needs: 'map.facility',
    offline: 'replicated',
    example: [
      {
        ...rowExample,
        name: 'MERCY GEN HOSP SAC',
        address: null,
        city: 'Sacramento',
        state: 'CA',
        zip: '95819',
        mappedName: 'Mercy General Hospital',
        mappedAddress: '4001 J St',
        mappedCity: 'Sacramento',
        mappedState: 'CA',
        mappedZip: '95819',
        externalId: '4711',
      },
    ],
  },
);

export const listDegreeMap = endpoint('GET /api/map/degree/:cust/:target/:pageSize/:page/:mapstate/0', {
  about: 'Vendors’ degrees and their mappings, one page at a time.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    pageSize: PageSize,
    page: Page,
    mapstate: MapState,
    query: Query,
    sort: Sort.default('0'),
  }),
  reply: z.array(
    z.object({
      ...row,
      degreeName: wire('DegreeObjectName', z.string()),
      degreeExternalId: wire('DegreeExternal_ID', Text),
      mappedDegreeName: wire('DegreeMapObjectName', Text),
    }),
  ),
  fails: ['invalid', 'not_found'],
  needs: 'map.degree',
  offline: 'replicated',
  example: [
    {
      ...rowExample,
      suggestedExternalId: '1',
      suggestedName: 'Registered Nurse',
      degreeName: 'RN',
      degreeExternalId: '1',
      mappedDegreeName: 'Registered Nurse',
    },
  ],
});

export const listSpecialtyMap = endpoint('GET /api/map/specialty/:cust/:target/:pageSize/:page/:mapstate/:degreeId/0', {
  about: 'Vendors’ specialties, each with the degree it was sent with and its mapping; `degreeId` 0 means every degree.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    pageSize: PageSize,
    page: Page,
    mapstate: MapState,
    /** Mapping row of a vendor’s degree: returns only specialties that were sent with that text. */
    degreeId: IdOrNone,
    query: Query,
    degreeName: wire('degreename', Query),
    sort: Sort.default('0'),
  }),
  reply: z.array(
    z.object({
      ...row,
      degreeName: wire('DegreeObjectName', Text),
      specialtyName: wire('SpecialtyObjectName', z.string()),
      specialtyExternalId: wire('SpecialtyExternal_ID', Text),
      mappedSpecialtyName: wire('SpecialtyMapObjectName', Text),
      /** The mapped specialty’s degree in the ATS. */
      degreeExternalId: wire('DegreeExternal_ID', Text),
      mappedDegreeName: wire('DegreeMapObjectName', Text),
    }),
  ),
  fails: ['invalid', 'not_found'],
  needs: 'map.degree',
  offline: 'replicated',
  example: [
    {
      ...rowExample,
      suggestedExternalId: '12',
      suggestedName: 'Intensive Care',
      degreeName: 'RN',
      specialtyName: 'ICU',
      specialtyExternalId: '12',
      mappedSpecialtyName: 'Intensive Care',
      degreeExternalId: '1',
      mappedDegreeName: 'Registered Nurse',
    },
  ],
});

export const listShiftMap = endpoint('GET /api/map/shift/:cust/:target/:pageSize/:page/:mapstate', {
  about: 'Vendors’ shifts and their mappings, one page at a time.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    pageSize: PageSize,
    page: Page,
    mapstate: MapState,
    query: Query,
    sort: Sort.default('0'),
  }),
  reply: z.array(
    z.object({
      ...row,
      shiftName: wire('ShiftObjectName', z.string()),
      shiftExternalId: wire('ShiftExternal_ID', Text),
      mappedShiftName: wire('ShiftMapObjectName', Text),
    }),
  ),
  fails: ['invalid', 'not_found'],
  needs: 'map.shift',
  offline: 'replicated',
  example: [
    {
      ...rowExample,
      suggestedExternalId: '3',
      suggestedName: 'Nights 12h',
      shiftName: '7p-7a',
      shiftExternalId: '3',
      mappedShiftName: 'Nights 12h',
    },
  ],
});

export const mappingGridEndpoints = [listFacilityMap, listDegreeMap, listSpecialtyMap, listShiftMap];
