import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFieldMapping, upsertFieldMapping } from '#contract/posting/field-mapping.ts';
import { bullhornLines } from '#domain/posting/field-mapping/bullhorn-lines.ts';
import { mappedFields } from '#domain/posting/field-mapping/mapped-fields.ts';
import { writeRows } from '#server/feed/publish.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { fieldMappingOf } from './read-field-mapping.ts';
import { seedFieldMapping } from './seed-field-mapping.ts';

let service: TestService;
let chief: string;
let cust = 0;
beforeAll(async () => {
  service = await startTestService();
  chief = await service.signIn('chief');
  cust = service.people.north;
  const row = aTarget({ typeId: 8, name: 'Bullhorn' });
  await service.services.db.transaction().execute(async (tx) => {
    const lines = await seedFieldMapping(tx, row);
    await writeRows(tx, cust, [
      { collection: 'target', row, extra: { settings: {} } },
      { collection: 'target', row: aTarget({ id: 2, typeId: 4, name: 'Feed' }), extra: { settings: {} } },
      ...lines,
    ]);
  });
});
afterAll(() => service.close());

const lines = () => fieldMappingOf(service.services.db, cust, 1);
const line = {
  id: 0,
  targetId: 1,
  atsField: 'customText3',
  jobFieldId: 15,
  option: 0,
  condition: '',
  value: '',
  maxLength: 50,
  onUpdate: true,
  onCancel: false,
  fieldType: 'text',
  workType: 0,
  valueType: 1,
} as const;

test('a new target begins with the lines of its kind, and a feed with none', async () => {
  const seeded = (await lines()).map(({ position, atsField, condition, value }) => ({ position, atsField, condition, value }));
  expect(seeded).toEqual(
    bullhornLines.map(({ position, atsField, condition, value }) => ({ position, atsField, condition, value })),
  );
  const none = await service.services.db.transaction().execute((tx) => seedFieldMapping(tx, { id: 2, typeId: 4 }));
  expect(none).toEqual([]);
});

test('a line is added at the end, changed at its place, and removed', async () => {
  const added = await service.call(upsertFieldMapping, line, chief);
  expect(added).toEqual({ ...line, id: added.id });
  expect((await lines()).at(-1)).toMatchObject({ id: added.id, jobField: 'unit', position: bullhornLines.length + 1 });
  const changed = await service.call(upsertFieldMapping, { ...added, option: 5, jobFieldId: null, value: 'West' }, chief);
  expect(changed).toMatchObject({ id: added.id, value: 'West' });
  expect((await lines()).at(-1)).toMatchObject({ version: 2, position: bullhornLines.length + 1, value: 'West' });
  await service.call(removeFieldMapping, { id: added.id }, chief);
  expect(await lines()).toHaveLength(bullhornLines.length);
});

test.each([
  ['an unknown number of a field', { jobFieldId: 99_999 }, 'jobFieldId'],
  ['a condition that cannot be read', { condition: '[Titel] equal "x"' }, 'condition'],
  ['an option of another ATS', { option: 9 }, 'option'],
] as const)('%s is refused with the field that is wrong', async (_, over, field) => {
  const refused = await service.send(upsertFieldMapping, { ...line, ...over }, chief);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain(field);
  expect(await lines()).toHaveLength(bullhornLines.length);
});

test('a target without field mapping is refused, and so is losing a field that the ATS needs', async () => {
  const feed = await service.send(upsertFieldMapping, { ...line, targetId: 2 }, chief);
  expect(JSON.stringify(feed.body)).toContain('What Feed gets cannot be changed');
  const client = (await lines()).find(({ atsField }) => atsField === 'clientCorporation.id');
  const lost = await service.send(removeFieldMapping, { id: client?.id ?? 0 }, chief);
  expect(JSON.stringify(lost.body)).toContain('Bullhorn needs the field clientCorporation in every job order');
});

test('a stored line gives what the same line gives on a device', async () => {
  const stored = await lines();
  const order = {
    job: aJob(),
    mapped: { facility: null, degree: null, specialty: null, shift: null },
    mappedOf: () => null,
    around: { today: '2026-11-26', pay: null },
    dates: 'epoch' as const,
  };
  expect(mappedFields(stored, order).values).toEqual(mappedFields(bullhornLines, order).values);
});
