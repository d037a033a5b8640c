import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { MapType } from './values.ts';

/** The documented filter by mapping state: 0 all, 1 mapped, 2 not mapped, 3 mapped automatically, 4 set aside (ignored). */
export const MapState = z.enum(['0', '1', '2', '3', '4'], 'Choose 0 all, 1 mapped, 2 not mapped, 3 automatic or 4 set aside');

/** Sort order of a grid: 0 by open jobs, most first; 1 and 2 by text, up and down; 3 and 4 by certainty, up and down. */
const Sort = z.enum(['0', '1', '2', '3', '4'], 'Choose 0 open jobs, 1 or 2 text, 3 or 4 certainty');
const PageSize = z.coerce.number().int().min(1).max(1000, 'Ask for 1000 rows at most');
const Page = z.coerce.number().int().min(1);
const Query = z.string().max(200).default('');
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
      sourceId: z.coerce.number().int().min(0),
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
    degreeId: z.coerce.number().int().min(0),
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

/** An ATS value that the user can choose. `ID` is the ATS’s own id, for `chosenId` of `POST /api/map/save`. */
export const MapChoice = z.object({
  id: wire('ID', z.string()),
  externalId: wire('External_ID', z.string()),
  name: wire('ObjectName', z.string()),
  address: wire('Address', Text),
  city: wire('City', Text),
  state: wire('State', Text),
  zip: wire('Zip', Text),
  /** The degree of a specialty. */
  degreeExternalId: wire('DegreeExternal_ID', Text),
  /** The parent of a client. */
  parentExternalId: wire('ParentExternal_ID', Text),
  /** 0 to 100 if the choices are for a job’s own text, else null. */
  certainty: wire('Certainty', z.number().nullable()),
});
const choiceExample: z.input<typeof MapChoice>[] = [
  {
    id: '4711',
    externalId: '4711',
    name: 'Mercy General Hospital',
    address: '4001 J St',
    city: 'Sacramento',
    state: 'CA',
    zip: '95819',
    degreeExternalId: null,
    parentExternalId: null,
    certainty: null,
  },
];
const choices = {
  reply: z.array(MapChoice),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'replicated',
  example: choiceExample,
} as const;

export const listChoices = endpoint('GET /api/map/choices/:cust/:targetId/:type', {
  about:
    'Values of the ATS by part of their name, state `s` and city `c`, 50 per page. `bExtid` has no effect: ids are always the ATS’s own.',
  args: z.object({
    cust: CustomerRef,
    targetId: Id,
    type: MapType,
    query: Query,
    s: Query,
    c: Query,
    page: Page.default(1),
    byExternalId: wire('bExtid', z.string().optional()),
  }),
  ...choices,
});

export const listDegreeChoices = endpoint('GET /api/map/choices/:cust/:target/:type/-1/:degreeId', {
  about:
    'The same choices, but only specialties of one ATS degree if the target’s specialties depend on degrees; -1 means every degree.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    type: MapType,
    degreeId: z.string().min(1).max(200),
    query: Query,
    page: Page.default(1),
  }),
  ...choices,
});

export const listJobChoices = endpoint('GET /api/map/choices/:cust/:targetId/:type/:jobId/:degreeId/:facilityId', {
  about:
    'Values of the ATS for one job’s own text, most likely first, with their certainty; with a query, level or parent, the matching values of the list. `level` 1 returns clients without a parent, 2 their children; `parentid` returns values under one parent.',
  args: z.object({
    cust: CustomerRef,
    targetId: Id,
    type: MapType,
    jobId: z.coerce.number().int().min(0),
    degreeId: z.string().max(200),
    facilityId: z.string().max(200),
    query: Query,
    page: Page.default(1),
    level: z.coerce.number().int().min(1).max(9, 'Ask for a level from 1 to 9').optional(),
    parentId: wire('parentid', z.string().max(200).optional()),
  }),
  ...choices,
});

export const filterFacilities = endpoint('GET /api/map/filter/:cust/:targetId/1', {
  about: 'Up to 50 names of vendors’ facilities that contain the typed letters (at least three), for the filter of the grid.',
  args: z.object({ cust: CustomerRef, targetId: Id, queryfilter: Query }),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('ObjectName', z.string()) })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [{ id: 11, name: 'MERCY GEN HOSP SAC' }],
});

export const mappingGridEndpoints = [
  listFacilityMap,
  listDegreeMap,
  listSpecialtyMap,
  listShiftMap,
  listChoices,
  listDegreeChoices,
  listJobChoices,
  filterFacilities,
];
