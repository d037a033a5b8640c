import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { Page, Query } from './mapping-grids.ts';
import { MapType } from './values.ts';

const Text = z.string().nullable();

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
    jobId: IdOrNone,
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

export const choiceEndpoints = [listChoices, listDegreeChoices, listJobChoices, filterFacilities];
