import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { mapStates } from '#domain/mapping/table/map-rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { createGrid, type GridNews } from '#src/workers/grid/grid-api.ts';
import type { MapTableQuestion } from '#src/workers/grid/map-table.ts';
import { fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { atsValue, seedMapping } from '#tests/support/worlds/mapping-world.ts';

// The mapping grids and map reports are computed in SQL for documented clients, and from its own rows by the device: both must say the same.
const base: Record<MapKind, number> = { facility: 100, degree: 200, specialty: 300, shift: 400 };
const byAnn = { how: 'person', by: 'Ann', at: '2026-11-20T12:00:00.000Z' } as const;
const place = { address: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' };

/** Values of the ATS: a specialty is under a degree, and one value of each kind is out of use. */
const lists: AtsValueRow[] = mapKinds.flatMap((kind) => {
  const parent = kind === 'specialty' ? { parentId: 'E201' } : {};
  return [1, 2, 3].map((n) => atsValue(base[kind] + n, kind, `${kind} ${n}`, { ...place, ...parent, active: n !== 3 }));
});

/** Texts in every state that a text can be in. */
const states: readonly Partial<MapValueRow>[] = [
  { mappedId: '1', certainty: 97, ...byAnn },
  { mappedId: '2', how: 'auto', certainty: 96.5 },
  { mappedId: '1', how: 'ai', certainty: 88, sourceId: 4 },
  { mappedId: '3', certainty: null, ...byAnn },
  { suggestedId: '2', certainty: 95 },
  { suggestedId: '1', certainty: 40, sourceId: 4 },
  {},
  { ignored: true },
  { ignored: true, suggestedId: '1', certainty: 99, sourceId: 4 },
  { targetId: 2 },
];
const values: MapValueRow[] = mapKinds.flatMap((kind) =>
  states.map(({ mappedId, suggestedId, ...over }, i) => {
    const listed = (id: string | null | undefined) => (id ? `E${base[kind] + Number(id)}` : null);
    const within = kind === 'specialty' ? { within: ['text 200', 'TEXT 200', 'text 201'][i % 3] ?? null } : {};
    const own = { ...over, ...within, mappedId: listed(mappedId), suggestedId: listed(suggestedId) };
    return aValue(base[kind] + i, kind, kind === 'facility' ? { ...place, ...own } : own);
  }),
);

/** Jobs over the texts: open and closed ones, and some with a mapping of their own. */
const jobs: Publication[] = Array.from({ length: 60 }, (_, n) => {
  const texts = Object.fromEntries(mapKinds.map((kind) => [mapFields[kind].value, base[kind] + ((n * 7 + base[kind]) % 9)]));
  const overrides = n % 4 === 0 ? { facilityMap: 'E101', shiftMap: 'E401' } : {};
  const status = n % 5 === 0 ? 'Closed' : 'Open';
  return {
    collection: 'job',
    row: aJob({ id: n + 1, providerJobId: `J${n}`, status, ...texts, ...overrides }),
    extra: { collected: {} },
  };
});
const source = { alias: null, autoPost: false, aliases: [], members: [] };
const others: Publication[] = [
  { collection: 'source', row: { ...source, id: 4, name: 'Medloop West' } },
  { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Feed' }), extra: { settings: {} } },
];

let service: TestService;
let token: string;
let grid: ReturnType<typeof createGrid>;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.services;
  await seedMapping(db, service.people.north, lists, values);
  await db.transaction().execute((tx) => writeRows(tx, service.people.north, [...others, ...jobs]));
  token = await service.signIn('chief');
  const store = await openDeviceStore();
  const rows = [...others, ...jobs].flatMap((one) => ('row' in one ? [{ collection: one.collection, row: one.row }] : []));
  await fill(store, [
    ...rows,
    { collection: 'source', row: { ...source, id: 3, name: 'Medloop' } },
    { collection: 'target', row: aTarget({ id: 1 }) },
    ...lists.map((row) => ({ collection: 'atsValue' as const, row })),
    ...values.map((row) => ({ collection: 'mapValue' as const, row })),
  ] as Parameters<typeof fill>[1]);
  grid = createGrid(async () => ({ ...store, close: () => undefined }));
  await new Promise<void>((resolve) => void grid.open(storeKey, (news: GridNews) => news.ready && resolve()));
});
afterAll(() => service.close());

type Line = Readonly<Record<string, unknown>>;
const get = async <T>(url: string): Promise<T> => {
  const response = await service.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect({ status: response.statusCode, body: response.body }).toMatchObject({ status: 200 });
  return response.json<T>();
};
const byId = (lines: readonly Line[]) => lines.toSorted((a, b) => Number(a['id']) - Number(b['id']));

const usual = {
  targetId: 1,
  sourceIds: null,
  typed: '',
  within: null,
  sort: 'text',
  descending: false,
  page: 1,
  size: 1000,
} as const;
/** Rows of the device as the service names them: what a text is mapped to, not what is only suggested. */
async function onDevice(question: Partial<MapTableQuestion> & Pick<MapTableQuestion, 'kind'>): Promise<Line[]> {
  const { rows } = await grid.mapTable({ ...usual, state: 'all', ...question });
  return byId(
    rows.map(({ id, text, source: from, openJobs, certainty, value, mapName, mapCity, within }) => ({
      id,
      text,
      source: from,
      jobs: openJobs,
      certainty,
      mapped: value.mappedId,
      name: value.mappedId === null ? null : mapName,
      ...(question.kind === 'facility' ? { city: value.mappedId === null ? null : mapCity } : {}),
      ...(question.kind === 'specialty' ? { within } : {}),
    })),
  );
}

const gridPaths: Record<MapKind, (state: number, query: string) => string> = {
  facility: (state, query) => `/api/map/facilities/me/1/1000/1/${state}/0/1/${query === '' ? '-' : btoa(query)}`,
  degree: (state, query) => `/api/map/degree/me/1/1000/1/${state}/0?query=${query}`,
  specialty: (state, query) => `/api/map/specialty/me/1/1000/1/${state}/0/0?query=${query}`,
  shift: (state, query) => `/api/map/shift/me/1/1000/1/${state}?query=${query}`,
};
const prefixes: Record<MapKind, string> = { facility: '', degree: 'Degree', specialty: 'Specialty', shift: 'Shift' };

/** The same rows from the service's grid. */
async function onService(kind: MapKind, url: string): Promise<Line[]> {
  const prefix = prefixes[kind];
  return byId(
    (await get<Line[]>(url)).map((row) => ({
      id: row['ID'],
      text: row[`${prefix}ObjectName`],
      source: row['Source'],
      jobs: row['Jobs'],
      certainty: row['Certainty'],
      mapped: row[`${prefix}External_ID`],
      name: row[`${prefix}MapObjectName`] ?? row['MapObjectName'] ?? null,
      ...(kind === 'facility' ? { city: row['MapCity'] } : {}),
      ...(kind === 'specialty' ? { within: row['DegreeObjectName'] } : {}),
    })),
  );
}

const shown: readonly (readonly [number, (typeof mapStates)[number]])[] = [
  [0, 'all'],
  [1, 'mapped'],
  [2, 'unmapped'],
  [3, 'automatic'],
  [4, 'ignored'],
];

describe.each(mapKinds)('the grid of each %s', (kind) => {
  test.each(shown)('has the same rows in SQL and on the device, state %i (%s)', async (code, state) => {
    const rows = await onService(kind, gridPaths[kind](code, ''));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await onDevice({ kind, state }));
  });

  test.each(['TEXT', '*0', 'text 2*', '3'])('finds the same rows for “%s”', async (typed) => {
    expect(await onService(kind, gridPaths[kind](0, encodeURI(typed)))).toEqual(await onDevice({ kind, typed }));
  });
});

test('specialties under one degree are the same, whatever the letter case of its text', async () => {
  const rows = await onService('specialty', '/api/map/specialty/me/1/1000/1/0/200/0');
  expect(rows.length).toBeGreaterThan(3);
  expect(rows).toEqual(await onDevice({ kind: 'specialty', within: 'text 200' }));
});

const reports: readonly (readonly [MapKind, string, string, string])[] = [
  ['facility', 'mapdetail', 'Client', 'MClient'],
  ['degree', 'mapcert', 'Degree', 'MDegree'],
  ['specialty', 'mapspec', 'Specialty', 'MSpecialty'],
  ['shift', 'mapshift', 'Shift', 'MShift'],
];
test.each(reports)('the report of each %s says the same', async (kind, path, text, name) => {
  const { total, rows } = await get<{ total: number; rows: Line[] }>(`/api/reports/${path}/me/1000/1?target=1`);
  const device = await onDevice({ kind });
  expect(total).toBe(device.length);
  const inOrder = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).sort();
  expect(
    inOrder(rows.map((row) => ({ text: row[text], name: row[name], certainty: row['Certainty'], jobs: row['Jobs'] }))),
  ).toEqual(
    inOrder(device.map((row) => ({ text: row['text'], name: row['name'], certainty: row['certainty'], jobs: row['jobs'] }))),
  );
});

test('the summary of each source says the same', async () => {
  const rows = await get<Line[]>('/api/reports/mapsummary/me?target=1');
  const lines = rows.map((row) => ({ id: row['SourceID'], mapped: row['Mapped'], unmapped: row['Unmapped'], jobs: row['Jobs'] }));
  const tallies = grid.mapTally({ kind: 'facility', targetId: 1 });
  expect(lines.length).toBe(2);
  expect(byId(lines)).toEqual(
    byId(tallies.map(({ sourceId, mapped, unmapped, waitingJobs }) => ({ id: sourceId, mapped, unmapped, jobs: waitingJobs }))),
  );
});
