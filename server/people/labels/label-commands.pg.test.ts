import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LabelRow } from '#contract/rows/label.ts';
import { copyLabels, removeLabel, saveLabel } from '#contract/system/labels.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { pushBatch } from '#server/sync/push.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { laneId, mutation, shortly } from '#tests/support/worlds/sync-world.ts';

let service: TestService;
let [chief, admin] = ['', ''];
let [north, south] = [0, 0];
beforeAll(async () => {
  service = await startTestService();
  [chief, admin] = [await service.signIn('chief'), await service.signIn('administrator')];
  ({ north, south } = service.people);
});
afterAll(() => service.close());
afterEach(async () => {
  await service.services.db.deleteFrom('label').execute();
});

const rows = (cust = north): Promise<LabelRow[]> => rowsOf(service.services.db, cust, 'label');
const said = async (cust = north) => (await rows(cust)).map(({ fieldKey, value }) => `${fieldKey}: ${value}`);
const saying = (fieldKey: string, value: string, plural: string | null = null) => ({
  id: localIdOf(labelRef(fieldKey)),
  ref: labelRef(fieldKey),
  fieldKey,
  value,
  plural,
});
/** What a device sees of a field that has no label of its own. */
const unseen = (fieldKey: string) => ({ pre: { [`label/${localIdOf(labelRef(fieldKey))}`]: { value: null, plural: null } } });

let lanes = 0;
/** A device of a person: each push continues its numbers. */
async function device(who: Parameters<TestService['signIn']>[0], cust = north) {
  const actor = await service.services.actors.of(await service.signIn(who));
  if (!actor) throw new Error(`${who} is signed in`);
  const clientId = laneId(`labels${++lanes}`);
  let seq = 0;
  return async (...changes: readonly [name: 'label.save.v1' | 'label.remove.v1', args: object, over?: object][]) => {
    const mutations = changes.map(([name, args, over]) => mutation(++seq, name, args, over));
    const reply = await pushBatch(service.services, actor, { protocol: 1, clientId, customerId: cust, mutations });
    if (!reply.ok) return [reply.error.kind];
    return shortly(reply.value);
  };
}

test('labels that a device queued are written in order, with one row for each field, also after a removal', async () => {
  const push = await device('chief');
  expect(
    await push(
      ['label.save.v1', saying('unit', ' Ward ')],
      ['label.save.v1', saying('title', 'Role', 'Roles held')],
      ['label.save.v1', saying('unit', 'Wing')],
    ),
  ).toEqual(['applied', 'applied', 'applied']);
  const [unit, title] = await rows();
  expect([unit, title]).toMatchObject([
    { fieldKey: 'unit', value: 'Wing', plural: 'Wings', version: 2, ref: labelRef('unit') },
    { fieldKey: 'title', value: 'Role', plural: 'Roles held', version: 1 },
  ]);
  expect((unit?.id ?? 1) % 2).toBe(0);
  const gone = { id: unit?.id, ref: null, fieldKey: 'unit' };
  expect(await push(['label.remove.v1', gone], ['label.save.v1', { ...gone, value: 'Ward', plural: null }])).toEqual([
    'applied',
    'gone',
  ]);
  // The undo of a removal knows the UUID; so does a person who types a label again.
  expect(await push(['label.save.v1', { ...gone, ref: labelRef('unit'), value: 'Ward', plural: null }])).toEqual(['applied']);
  expect(await rows()).toMatchObject([{ id: unit?.id, value: 'Ward' }, { id: title?.id }]);
});

test('[S5] two people label one field without a connection: the second one decides, and their choice is kept', async () => {
  const [first, second] = [await device('chief'), await device('administrator')];
  expect(await first(['label.save.v1', saying('unit', 'Ward'), unseen('unit')])).toEqual(['applied']);
  expect(await second(['label.save.v1', saying('unit', 'Wing'), unseen('unit')])).toEqual(['conflict']);
  expect(await second(['label.save.v1', saying('unit', 'Ward'), unseen('unit')])).toEqual(['applied']);
  const [row] = await rows();
  const pre = { [`label/${row?.id}`]: { value: 'Ward', plural: 'Wards' } };
  const id = row?.id ?? 0;
  expect(await second(['label.save.v1', { ...saying('unit', 'Wing'), id, ref: null }, { pre }])).toEqual(['applied']);
  expect(await first(['label.remove.v1', { id, ref: null, fieldKey: 'unit' }, { pre }])).toEqual(['conflict']);
  expect(await said()).toEqual(['unit: Wing']);
});

test('two people at once: one label for two fields is written once, and refused by name on arrival', async () => {
  const devices = [await device('chief'), await device('administrator')];
  const outcomes = await Promise.all(
    devices.map((push, i) => push(['label.save.v1', saying(i === 0 ? 'city' : 'county', 'Town')])),
  );
  expect(outcomes.flat().sort()).toEqual(['applied', 'invalid']);
  const answer = await service.send(
    saveLabel,
    { customerId: north, targetId: 0, industryId: 0, key: 'title', value: 'town' },
    chief,
  );
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { value: expect.stringContaining('is the label of C') as string } },
  });
  expect(await rows()).toHaveLength(1);
});

test('a label is kept where the usual one names another field by now: in a queue, by a call, and for an industry', async () => {
  const push = await device('chief');
  expect(await push(['label.save.v1', saying('zip', 'Area')], ['label.save.v1', saying('city', 'Zip')])).toEqual([
    'applied',
    'applied',
  ]);
  const [zip] = await rows();
  const id = zip?.id ?? 0;
  expect(await push(['label.remove.v1', { id, ref: null, fieldKey: 'zip' }])).toEqual(['invalid']);
  const message = '“Zip” is the label of City already. Give that field another label first.';
  expect(await service.send(removeLabel, { id }, chief)).toMatchObject({ status: 400, body: { fields: { id: message } } });
  expect(await said()).toEqual(['zip: Area', 'city: Zip']);
  const general = (key: string, value: string) =>
    service.call(saveLabel, { customerId: 0, targetId: 0, industryId: 1, key, value }, admin);
  const [first, second] = [await general('zip', 'Area'), await general('city', 'Zip')];
  expect((await service.send(removeLabel, { id: first.label.id }, admin)).body).toMatchObject({ fields: { id: message } });
  for (const { label } of [second, first]) await service.call(removeLabel, { id: label.id }, admin);
});

test('a copy of labels gives a removed label its own row again', async () => {
  const push = await device('chief');
  await push(['label.save.v1', saying('unit', 'Ward')]);
  const [row] = await rows();
  await push(['label.remove.v1', { id: row?.id, ref: null, fieldKey: 'unit' }]);
  const theirs = await device('administrator', south);
  await theirs(['label.save.v1', saying('unit', 'Wing')]);
  const set = (customerId: number) => ({ customerId, targetId: 0, industryId: 0 });
  await service.call(copyLabels, { from: set(south), to: set(north) }, admin);
  expect(await rows()).toMatchObject([{ id: row?.id, value: 'Wing', ref: labelRef('unit') }]);
});

test('what is no label, another customer and a missing right are refused', async () => {
  const [push, theirs, reader] = [await device('chief'), await device('chief', south), await device('recruiter')];
  expect(
    await push(
      ['label.save.v1', saying('unit', ' ')],
      ['label.save.v1', saying('unit', 'Ward', 'a\nb')],
      ['label.save.v1', saying('nothing', 'Ward')],
      ['label.save.v1', { ...saying('unit', 'Ward'), ref: labelRef('city') }],
    ),
  ).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
  expect(await theirs(['label.save.v1', saying('unit', 'Ward')])).toEqual(['not_found']);
  expect(await reader(['label.save.v1', saying('unit', 'Ward')])).toEqual(['forbidden']);
  const admins = await device('administrator', south);
  expect(await admins(['label.save.v1', saying('unit', 'Theirs')])).toEqual(['applied']);
  const [foreign] = await rows(south);
  const of = { id: foreign?.id ?? 0, ref: null, fieldKey: 'unit' };
  expect(await push(['label.save.v1', { ...of, value: 'Mine', plural: null }], ['label.remove.v1', of])).toEqual([
    'gone',
    'gone',
  ]);
  expect([await said(), await said(south)]).toEqual([[], ['unit: Theirs']]);
});
