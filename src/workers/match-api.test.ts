import { expect, test } from 'vitest';
import type { Row } from '#src/store/tables/tables.ts';
import { openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aFacility, aValue } from '#tests/support/factories/job-factory.ts';
import { createMatching } from './match-api.ts';

const place = { city: 'Reno', state: 'NV' };
const open = aValue(11, 'facility', { text: 'XQ Site 7', ...place });
const decided = aValue(12, 'facility', { text: 'XQ Site 8', ...place, mappedId: 'F2', how: 'person', by: 'Ann' });

async function matching() {
  const store = await openDeviceStore();
  const lists = [
    aFacility(1, 'Alta Vista Clinic'),
    aFacility(2, 'Bay Shore Clinic', { parentId: 'F3' }),
    aFacility(3, 'Tide Health'),
  ];
  const fresh = (collection: 'atsValue' | 'mapValue', rows: readonly { id: number }[]) =>
    rows.map((row) => ({ collection, id: row.id, rev: 1, row: row as unknown as Row }));
  await store.write(async (tx) => {
    await tx.put('fresh', [...fresh('atsValue', lists), ...fresh('mapValue', [open, decided])]);
  });
  const matcher = createMatching(async () => ({ ...store, close: () => undefined }));
  await matcher.open(storeKey);
  return matcher;
}

test('the device’s matcher uses the group’s choices, except where users of the customer decided otherwise', async () => {
  const matcher = await matching();
  const first = async (value: typeof open) => (await matcher.suggest(1, value, 3))[0];
  expect((await first(open))?.certainty ?? 0).toBeLessThan(80);
  const group = [
    { valueId: 11, externalId: 'F1', times: 2 },
    { valueId: 12, externalId: 'F1', times: 2 },
    { valueId: 99, externalId: 'F1', times: 2 },
  ];
  matcher.teach(1, group);
  expect(await first(open)).toMatchObject({
    ats: { extId: 'F1' },
    certainty: 97,
  });
  expect((await first(open))?.reasons[0]?.detail).toEqual({ kind: 'history', times: 2, whose: 'group' });
  expect(await first(decided)).toMatchObject({ ats: { extId: 'F2' } });
  matcher.teach(1, []);
  expect((await first(open))?.certainty ?? 0).toBeLessThan(80);
});

test('a value is found by the name of its parent, and returns that name', async () => {
  const matcher = await matching();
  const { found } = await matcher.search(1, 'facility', 'tide', 9);
  expect(found.map(({ extId, parent }) => [extId, parent])).toEqual(
    expect.arrayContaining([
      ['F2', 'Tide Health'],
      ['F3', null],
    ]),
  );
});

test('a list is read by level and under one parent, in the order of names, and searched there', async () => {
  const matcher = await matching();
  const ids = async (part: Parameters<typeof matcher.search>[4], typed = '') =>
    (await matcher.search(1, 'facility', typed, 9, part)).found.map(({ extId }) => extId);
  expect(await matcher.search(1, 'facility', '', 9, { level: 1 })).toMatchObject({
    levels: 2,
    of: 2,
    found: [
      { extId: 'F1', children: 0 },
      { extId: 'F3', children: 1 },
    ],
  });
  expect(await ids({ level: 2 })).toEqual(['F2']);
  expect(await ids({ parentId: 'F3' })).toEqual(['F2']);
  expect(await ids({ level: 1 }, 'clinic')).toEqual(['F1']);
  expect(await ids({ parentId: 'F1' })).toEqual([]);
});
