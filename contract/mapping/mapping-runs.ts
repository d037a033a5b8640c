import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { maxIdsPerCommand } from '../commands/row-ids.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { MapKind } from '../rows/rows.ts';
import { MapState } from './mapping-grids.ts';
import { MapType } from './values.ts';

/**
 * A bulk or automatic run over mapping rows. It continues without the page, survives a service restart, and can be undone as a
 * whole. `changed` counts rows; `jobs` counts the affected open jobs, known when the run ends.
 */
export const MapRun = z.object({
  id: z.number(),
  targetId: z.number(),
  kind: z.enum(['automap', 'clear', 'suggest', 'bulk', 'premap', 'ai']),
  /** What it does, as a sentence. */
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone']),
  total: z.number(),
  seen: z.number(),
  changed: z.number(),
  jobs: z.number().nullable(),
  by: z.string(),
  queuedAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** Its result in words, or why it failed. */
  message: z.string(),
  /** A user asked to stop the run; it stops before the next batch. */
  stopping: z.boolean(),
  /** After undo: rows restored, and rows kept because a person had changed them since. */
  undo: z.object({ restored: z.number(), kept: z.number() }).nullable(),
});
export type MapRun = z.infer<typeof MapRun>;

const runExample: MapRun = {
  id: 5,
  targetId: 1,
  kind: 'automap',
  name: 'Map facilities automatically',
  state: 'done',
  total: 1200,
  seen: 1200,
  changed: 1100,
  jobs: 3400,
  by: 'Ann Reyes',
  queuedAt: '2026-11-21T00:00:00.000Z',
  startedAt: '2026-11-21T00:00:01.000Z',
  endedAt: '2026-11-21T00:00:04.000Z',
  message: messages.autoMapComplete({ count: 1100 }),
  stopping: false,
  undo: null,
};
/** Starting a run returns it as queued; read its progress by id. */
const started = {
  ...runExample,
  state: 'queued',
  seen: 0,
  changed: 0,
  jobs: null,
  startedAt: null,
  endedAt: null,
  message: '',
} as const;
const start = {
  reply: MapRun,
  fails: ['invalid', 'not_found', 'forbidden', 'conflict'],
  offline: 'online',
  example: started,
} as const;
const place = { targetId: Id, cust: CustomerRef };

export const autoMapFacilities = endpoint('POST /api/map/automapfacilities/:targetId/:cust', {
  about: 'Maps every unmapped facility with a confidence of at least 95. Long work: returns the queued run.',
  args: z.object(place),
  needs: 'map.facility',
  ...start,
});

export const clearAutoMappedFacilities = endpoint('POST /api/map/clearautomapfacility/:targetId/:cust', {
  about:
    'Removes every facility mapping that the automatic run or AI made and keeps those of people. Long work: returns the queued run.',
  args: z.object(place),
  needs: 'map.facility',
  ...start,
});

export const autoMapSpecialties = endpoint('POST /api/map/automapspec/:targetId/:cust', {
  about: 'Maps every unmapped degree and specialty with a confidence of at least 95. Long work: returns the queued run.',
  args: z.object(place),
  needs: 'map.degree',
  ...start,
});

export const startMapRun = endpoint('POST /api/map/runs/:cust/:targetId', {
  about: 'Runs or clears automatic mapping for the named kinds, including shifts. Long work: returns the queued run.',
  args: z.object({
    cust: CustomerRef,
    targetId: Id,
    kind: z.enum(['automap', 'clear']),
    kinds: z.array(MapKind).min(1, 'Name what to map'),
  }),
  needs: 'session',
  ...start,
});

/** What `refreshData` recomputes in its documented modes: facilities, degrees and specialties, or shifts. */
export const refreshModes = { 1: ['facility'], 2: ['degree', 'specialty'], 3: ['shift'] } as const satisfies Record<
  string,
  readonly MapKind[]
>;

export const refreshData = endpoint('POST /api/staging/refreshdata/:targetId/-1/:cust/:mode', {
  about:
    'Recomputes the suggestions and automatic mappings of facilities (mode 1), degrees and specialties (2) or shifts (3) of all jobs. Mappings by people stay. Long work: returns the queued run.',
  args: z.object({
    targetId: Id,
    cust: CustomerRef,
    mode: z.enum(['1', '2', '3']),
    /** In mode 2, the mapping row of the selected degree: only it and its specialties; 0 means all. */
    degreeId: IdOrNone.default(0),
  }),
  needs: 'session',
  ...start,
});

export const refreshJobData = endpoint('POST /api/staging/refreshdata/:jobId/:targetId', {
  about: 'Recomputes the suggestions and automatic mappings of one job’s texts at once. Mappings by people stay.',
  args: z.object({ jobId: Id, targetId: Id }),
  reply: z.object({ changed: z.number(), message: z.string() }),
  fails: ['not_found', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: { changed: 1, message: '1 value changed' },
});

const bulk = {
  type: MapType,
  cust: CustomerRef,
  target: Id,
  /** Id of the value in the ATS, -1 to remove mappings. */
  itemId: z.string().min(1).max(200),
  mapstate: MapState,
  /** For specialties: the mapping row of the degree they were sent with; 0 means any. */
  degreeId: IdOrNone,
  query: z.string().max(200).default(''),
};

export const countBulk = endpoint('GET /api/map/savebulk/:type/:cust/:target/:itemId/:mapstate/:degreeId', {
  about:
    'How many rows a bulk mapping by filter would change, how many open and posted jobs it affects, and the token needed to run it.',
  args: z.object(bulk),
  reply: z.object({
    count: z.number(),
    jobs: z.number(),
    /** How many of these jobs are already in the ATS and will be updated there. */
    posted: z.number(),
    /** More than 100 records: the page must show the number and ask for confirmation. */
    caution: z.boolean(),
    token: z.string(),
  }),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'online',
  example: { count: 140, jobs: 610, posted: 45, caution: true, token: '140-42' },
});

export const saveBulk = endpoint('POST /api/map/savebulk/:type/:cust/:target/:itemId/:mapstate/:degreeId', {
  about: 'Maps every row of a filter to one value. Needs the token of the count; refused if the filter now matches other rows.',
  args: z.object({ ...bulk, token: z.string().min(1, 'Ask for the count first and send its token').max(100) }),
  needs: 'session',
  ...start,
});

export const aiMapping = endpoint('POST /api/staging/aimapping/:cust/:targetId', {
  about:
    'Suggests values for the unmapped texts of the jobs in the body, maps those with a certainty of at least 95, and names the engine.',
  args: z.object({
    cust: CustomerRef,
    targetId: Id,
    ids: z.array(z.number().int().positive()).min(1, 'Choose at least one job').max(maxIdsPerCommand),
  }),
  wholeBody: 'ids',
  reply: z.object({
    engine: z.enum(['built-in', 'ai']),
    /** The stand-in of the demo answered, not a model. */
    standIn: z.boolean().default(false),
    message: z.string(),
    /** Why the AI endpoint did not respond, if it was called. */
    notice: z.string().nullable(),
    /** The run that mapped the suggestions of at least 95; null if there were none. */
    run: MapRun.nullable(),
    results: z.array(
      z.object({
        id: wire('ID', z.number()),
        kind: MapKind,
        name: wire('ObjectName', z.string()),
        externalId: wire('External_ID', z.string()),
        mappedName: wire('MapObjectName', z.string()),
        certainty: wire('Certainty', z.number()),
        mapped: z.boolean(),
        jobs: z.array(z.number()),
      }),
    ),
  }),
  fails: ['invalid', 'not_found', 'forbidden', 'conflict'],
  needs: 'map.ai',
  offline: 'online',
  example: {
    engine: 'built-in',
    standIn: false,
    message: messages.autoMapComplete({ count: 1 }),
    notice: null,
    run: { ...runExample, kind: 'ai', total: 1, seen: 1, changed: 1, jobs: 4 },
    results: [
      {
        id: 11,
        kind: 'facility',
        name: 'MERCY GEN HOSP SAC',
        externalId: '4711',
        mappedName: 'Mercy General Hospital',
        certainty: 97.1,
        mapped: true,
        jobs: [7],
      },
    ],
  },
});

export const listMapRuns = endpoint('GET /api/map/runs/:cust', {
  about: 'The newest 50 mapping runs with their progress. Repeat the call while one is queued or running.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(MapRun),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [runExample],
});

export const readMapRun = endpoint('GET /api/map/runs/:cust/:id', {
  about: 'One mapping run with its progress or result.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: MapRun,
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: runExample,
});

export const listMapRunChanges = endpoint('GET /api/map/runs/:cust/:id/changes/:pageSize/:page', {
  about: 'The rows that a run changed, and who changed each since; `touched` 1 lists only those changed since.',
  args: z.object({
    cust: CustomerRef,
    id: Id,
    pageSize: z.coerce.number().int().min(1).max(1000),
    page: PageNumber,
    touched: z.coerce.number().int().min(0).max(1).default(0),
  }),
  reply: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        id: wire('ID', z.number()),
        kind: MapKind,
        name: wire('ObjectName', z.string()),
        before: z.string().nullable(),
        after: z.string().nullable(),
        /** Names of both values in the ATS’s list; null if not listed. */
        beforeName: z.string().nullable(),
        afterName: z.string().nullable(),
        undone: z.boolean(),
        /** The person who changed the row after the run; undo does not change such a row. */
        touchedBy: z.string().nullable(),
        touchedAt: Instant.nullable(),
      }),
    ),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        id: 11,
        kind: 'facility',
        name: 'MERCY GEN HOSP SAC',
        before: null,
        after: '4711',
        beforeName: null,
        afterName: 'Mercy General Hospital',
        undone: false,
        touchedBy: null,
        touchedAt: null,
      },
    ],
  },
});

export const cancelMapRun = endpoint('POST /api/map/runs/:cust/:id/cancel', {
  about: 'Stops a run after its current batch. Its changes stay and can be undone.',
  args: z.object({ cust: CustomerRef, id: Id }),
  needs: 'session',
  ...start,
  example: { ...runExample, state: 'running', stopping: true },
});

export const undoMapRun = endpoint('POST /api/map/runs/:cust/:id/undo', {
  about: 'Restores every row that a run changed and no person has changed since. Long work that cannot be stopped.',
  args: z.object({ cust: CustomerRef, id: Id }),
  needs: 'session',
  ...start,
  example: { ...runExample, state: 'undoing' },
});

export const mappingRunEndpoints = [
  autoMapFacilities,
  clearAutoMappedFacilities,
  autoMapSpecialties,
  startMapRun,
  refreshData,
  refreshJobData,
  countBulk,
  saveBulk,
  aiMapping,
  listMapRuns,
  readMapRun,
  listMapRunChanges,
  cancelMapRun,
  undoMapRun,
];
