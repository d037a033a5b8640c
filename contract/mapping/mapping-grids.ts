import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { MapType } from './values.ts';

/** The documents' filter of mapping states: 0 all, 1 mapped, 2 not mapped, 3 mapped automatically, 4 set aside. */
export const MapState = z.enum(['0', '1', '2', '3', '4'], 'Choose 0 all, 1 mapped, 2 not mapped, 3 automatic or 4 set aside');

/** Order of a grid: 0 by open jobs, most first; 1 and 2 by text, up and down; 3 and 4 by certainty, up and down. */
const Sort = z.enum(['0', '1', '2', '3', '4'], 'Choose 0 open jobs, 1 or 2 text, 3 or 4 certainty');
const PageSize = z.coerce.number().int().min(1).max(1000, 'Ask for 1000 rows at most');
const Page = z.coerce.number().int().min(1);
const Query = z.string().max(200).default('');
const Text = z.string().nullable();

/** What every row of a mapping grid says: the text, where it comes from, and what it is mapped to. */
const row = {
  row: z.number(),
  /** The mapping row; `POST /api/map/save` takes it as `ID`. */
  ID: z.number(),
  Source: z.string(),
  SourceID: z.number(),
  Certainty: z.number().nullable(),
  /** Who mapped it: a person, the automatic run, AI; null where it is not mapped. */
  How: z.enum(['person', 'auto', 'ai']).nullable(),
  SuggestedExternal_ID: Text,
  SuggestedName: Text,
  Unique_Fl: z.boolean(),
  Ignored_Fl: z.boolean(),
  /** Open jobs that carry the text. */
  Jobs: z.number(),
  TotalPages: z.number(),
  recCount: z.number(),
};
const rowExample = {
  row: 1,
  ID: 11,
  Source: 'Medloop',
  SourceID: 3,
  Certainty: 97.1,
  How: 'auto' as const,
  SuggestedExternal_ID: '4711',
  SuggestedName: 'Mercy General Hospital',
  Unique_Fl: false,
  Ignored_Fl: false,
  Jobs: 4,
  TotalPages: 1,
  recCount: 1,
};

export const listFacilityMap = endpoint(
  'GET /api/map/facilities/:cust/:targetId/:pageSize/:page/:mapState/:sourceId/:sort/:name',
  {
    about:
      'Vendors’ facilities with what each is mapped to, a page at a time; `name` is base64 and may hold * wildcards, `-` for none. Source 0 means all; a grouping source brings those it groups.',
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
        ObjectName: z.string(),
        Address: Text,
        City: Text,
        State: Text,
        Zip: Text,
        MapObjectName: Text,
        MapAddress: Text,
        MapCity: Text,
        MapState: Text,
        MapZip: Text,
        External_ID: Text,
      }),
    ),
    fails: ['invalid', 'not_found'],
    needs: 'map.facility',
    offline: 'replicated',
    example: [
      {
        ...rowExample,
        ObjectName: 'MERCY GEN HOSP SAC',
        Address: null,
        City: 'Sacramento',
        State: 'CA',
        Zip: '95819',
        MapObjectName: 'Mercy General Hospital',
        MapAddress: '4001 J St',
        MapCity: 'Sacramento',
        MapState: 'CA',
        MapZip: '95819',
        External_ID: '4711',
      },
    ],
  },
);

export const listDegreeMap = endpoint('GET /api/map/degree/:cust/:target/:pageSize/:page/:mapstate/0', {
  about: 'Vendors’ degrees with what each is mapped to, a page at a time.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    pageSize: PageSize,
    page: Page,
    mapstate: MapState,
    query: Query,
    sort: Sort.default('0'),
  }),
  reply: z.array(z.object({ ...row, DegreeObjectName: z.string(), DegreeExternal_ID: Text, DegreeMapObjectName: Text })),
  fails: ['invalid', 'not_found'],
  needs: 'map.degree',
  offline: 'replicated',
  example: [
    {
      ...rowExample,
      SuggestedExternal_ID: '1',
      SuggestedName: 'Registered Nurse',
      DegreeObjectName: 'RN',
      DegreeExternal_ID: '1',
      DegreeMapObjectName: 'Registered Nurse',
    },
  ],
});

export const listSpecialtyMap = endpoint('GET /api/map/specialty/:cust/:target/:pageSize/:page/:mapstate/:degreeId/0', {
  about: 'Vendors’ specialties, each with the degree it was sent with and what it is mapped to; `degreeId` 0 means every degree.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    pageSize: PageSize,
    page: Page,
    mapstate: MapState,
    /** Mapping row of a vendor’s degree: only specialties that were sent with that text. */
    degreeId: z.coerce.number().int().min(0),
    query: Query,
    degreename: Query,
    sort: Sort.default('0'),
  }),
  reply: z.array(
    z.object({
      ...row,
      DegreeObjectName: Text,
      SpecialtyObjectName: z.string(),
      SpecialtyExternal_ID: Text,
      SpecialtyMapObjectName: Text,
      /** Degree that the mapped specialty belongs to in the ATS. */
      DegreeExternal_ID: Text,
      DegreeMapObjectName: Text,
    }),
  ),
  fails: ['invalid', 'not_found'],
  needs: 'map.degree',
  offline: 'replicated',
  example: [
    {
      ...rowExample,
      SuggestedExternal_ID: '12',
      SuggestedName: 'Intensive Care',
      DegreeObjectName: 'RN',
      SpecialtyObjectName: 'ICU',
      SpecialtyExternal_ID: '12',
      SpecialtyMapObjectName: 'Intensive Care',
      DegreeExternal_ID: '1',
      DegreeMapObjectName: 'Registered Nurse',
    },
  ],
});

export const listShiftMap = endpoint('GET /api/map/shift/:cust/:target/:pageSize/:page/:mapstate', {
  about: 'Vendors’ shifts with what each is mapped to, a page at a time.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    pageSize: PageSize,
    page: Page,
    mapstate: MapState,
    query: Query,
    sort: Sort.default('0'),
  }),
  reply: z.array(z.object({ ...row, ShiftObjectName: z.string(), ShiftExternal_ID: Text, ShiftMapObjectName: Text })),
  fails: ['invalid', 'not_found'],
  needs: 'map.shift',
  offline: 'replicated',
  example: [
    {
      ...rowExample,
      SuggestedExternal_ID: '3',
      SuggestedName: 'Nights 12h',
      ShiftObjectName: '7p-7a',
      ShiftExternal_ID: '3',
      ShiftMapObjectName: 'Nights 12h',
    },
  ],
});

/** A value of the ATS to choose. `ID` is the ATS’s own id, which `POST /api/map/save` takes as the chosen one. */
export const MapChoice = z.object({
  ID: z.string(),
  External_ID: z.string(),
  ObjectName: z.string(),
  Address: Text,
  City: Text,
  State: Text,
  Zip: Text,
  /** The degree of a specialty. */
  DegreeExternal_ID: Text,
  /** What a client is part of. */
  ParentExternal_ID: Text,
  /** 0 to 100 where the choice was asked for a job’s own text. */
  Certainty: z.number().nullable(),
});
const choiceExample: z.input<typeof MapChoice>[] = [
  {
    ID: '4711',
    External_ID: '4711',
    ObjectName: 'Mercy General Hospital',
    Address: '4001 J St',
    City: 'Sacramento',
    State: 'CA',
    Zip: '95819',
    DegreeExternal_ID: null,
    ParentExternal_ID: null,
    Certainty: null,
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
    'Values of the ATS by part of their name, state `s` and city `c`, 50 a page. `bExtid` changes nothing: ids are the ATS’s own.',
  args: z.object({
    cust: CustomerRef,
    targetId: Id,
    type: MapType,
    query: Query,
    s: Query,
    c: Query,
    page: Page.default(1),
    bExtid: z.string().optional(),
  }),
  ...choices,
});

export const listDegreeChoices = endpoint('GET /api/map/choices/:cust/:target/:type/-1/:degreeId', {
  about: 'As without a degree, but only specialties of one degree of the ATS where they depend on it; -1 means every degree.',
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
    'Values of the ATS for one job’s own text, likeliest first with their certainty; with a query, a level or a parent, those that the list has there. `level` 1 are clients that are part of no other, 2 their parts; `parentid` keeps values under one parent.',
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
    parentid: z.string().max(200).optional(),
  }),
  ...choices,
});

export const filterFacilities = endpoint('GET /api/map/filter/:cust/:targetId/1', {
  about: 'Names of vendors’ facilities that hold the typed letters (three at least), 50 at most, for the filter of the grid.',
  args: z.object({ cust: CustomerRef, targetId: Id, queryfilter: Query }),
  reply: z.array(z.object({ ID: z.number(), ObjectName: z.string() })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [{ ID: 11, ObjectName: 'MERCY GEN HOSP SAC' }],
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
