import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aDraft } from '#tests/support/factories/rule-factory.ts';
import { laneId, mutation, type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { toStored } from '../rules/fields/field-definitions.ts';

let world: SyncWorld;
let admin: SyncWorld['ann'];
beforeAll(async () => {
  world = await startSyncWorld();
  admin = { ...world.ann, administrator: true };
});
afterAll(() => world.close());

const rulesOf = async (customerId: number): Promise<StoredRule[]> =>
  (
    await world.db
      .selectFrom('rule')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('deleted', '=', false)
      .orderBy('id')
      .execute()
  ).map(({ row }) => row as StoredRule);

test('[edge case 29] changes of a row that a device created reach the row under its service id', async () => {
  const ref = randomUUID();
  const id = localIdOf(ref);
  const lane = laneId('creator');
  const reply = await world.push(lane, [
    mutation(1, 'rule.save.v1', { id, ref, rule: aDraft({ name: 'Born offline' }), words: 'First' }),
    mutation(
      2,
      'rule.save.v1',
      { id, ref, rule: aDraft({ name: 'Born offline', operand: '120' }), words: 'Higher' },
      {
        pre: { [`rule/${id}`]: { version: 1 } },
      },
    ),
  ]);
  expect(reply).toMatchObject({ kind: 'done', outcomes: [{ outcome: 'applied' }, { outcome: 'applied' }] });
  const [rule] = (await rulesOf(world.customerId)).filter((row) => row.ref === ref);
  expect(rule).toMatchObject({ name: 'Born offline', operand: '120', version: 2 });
  expect(rule?.id).toBeGreaterThan(0);
  const versions = await world.db
    .selectFrom('rule_version')
    .select(['version', 'words', 'by'])
    .where('rule_id', '=', rule?.id ?? 0)
    .orderBy('version')
    .execute();
  expect(versions).toEqual([
    { version: 1, words: 'First', by: 'Ann' },
    { version: 2, words: 'Higher', by: 'Ann' },
  ]);
  // Another person who saw version 1 gets a conflict.
  const late = await world.push(laneId('late'), [
    mutation(
      1,
      'rule.save.v1',
      { id: rule?.id, ref: null, rule: aDraft(), words: '' },
      {
        pre: { [`rule/${rule?.id}`]: { version: 1 } },
      },
    ),
  ]);
  expect(late).toMatchObject({ outcomes: [{ outcome: 'rejected', code: 'conflict', conflicts: [{ seen: 1, now: 2 }] }] });
  const page = await world.pull(lane, 0);
  expect(page.kind === 'page' && page.changes.some(({ collection, row }) => collection === 'rule' && row !== null)).toBe(true);
});

test('a rule deleted for good leaves a tombstone, and a later change of it finds no row', async () => {
  const ref = randomUUID();
  const id = localIdOf(ref);
  const lane = laneId('remover');
  await world.push(lane, [mutation(1, 'rule.save.v1', { id, ref, rule: aDraft({ name: 'Short lived' }), words: '' })]);
  const [rule] = (await rulesOf(world.customerId)).filter((row) => row.ref === ref);
  const named = { id: rule?.id, ref };
  const reply = await world.push(lane, [
    mutation(2, 'rule.delete.v1', named),
    mutation(3, 'rule.purge.v1', named),
    mutation(4, 'rule.save.v1', { ...named, rule: aDraft(), words: '' }),
  ]);
  expect(reply).toMatchObject({
    outcomes: [{ outcome: 'applied' }, { outcome: 'applied' }, { outcome: 'rejected', code: 'gone' }],
  });
  expect((await rulesOf(world.customerId)).some((row) => row.ref === ref)).toBe(false);
});

test('a name cannot be deleted while substitution rules use it as their result', async () => {
  const [targetRef, ref] = [randomUUID(), randomUUID()];
  const [targetId, id] = [localIdOf(targetRef), localIdOf(ref)];
  const rule = { id, ref, objectType: 2, rule: '\\bnurse\\b', targetId, targetRef, caseSensitive: false };
  const reply = await world.push(laneId('substituter'), [
    mutation(1, 'substitutionTarget.save.v1', { id: targetId, ref: targetRef, objectType: 2, name: 'RN' }),
    mutation(2, 'substitutionRule.save.v1', rule),
    mutation(3, 'substitutionTarget.remove.v1', { id: targetId, ref: targetRef }),
    mutation(4, 'substitutionRule.remove.v1', { id, ref }),
    mutation(5, 'substitutionTarget.remove.v1', { id: targetId, ref: targetRef }),
  ]);
  expect(reply).toMatchObject({
    outcomes: [
      { outcome: 'applied' },
      { outcome: 'applied' },
      { outcome: 'rejected', message: expect.stringContaining('Unable to remove') as string },
      { outcome: 'applied' },
      { outcome: 'applied' },
    ],
  });
});

test('a removed name is restored under its own id, also by a device that knows only its UUID', async () => {
  const ref = randomUUID();
  const local = { id: localIdOf(ref), ref };
  const saved = { ...local, objectType: 2, name: 'LVN' };
  const reply = await world.push(laneId('restorer'), [
    mutation(1, 'substitutionTarget.save.v1', saved),
    mutation(2, 'substitutionTarget.remove.v1', local),
    mutation(3, 'substitutionTarget.restore.v1', { ...saved, version: 2 }),
  ]);
  if (reply.kind !== 'done') throw new Error(reply.kind);
  const ids = reply.outcomes.map((outcome) => outcome.outcome === 'applied' && outcome.result.done);
  expect(ids).toEqual([[expect.any(Number)], ids[0], ids[0]]);
});

test('a global rule is in every customer’s list, but only administrators see and change it', async () => {
  const ref = randomUUID();
  const id = localIdOf(ref);
  const args = { id, ref, rule: aDraft({ name: 'Everywhere', global: true }), words: '' };
  const forbidden = await world.push(laneId('plain'), [mutation(1, 'rule.save.v1', args)]);
  expect(forbidden).toMatchObject({
    outcomes: [{ code: 'forbidden', message: 'Admin Only Rules are not editable by non-admin users.' }],
  });
  await world.push(laneId('admin'), [mutation(1, 'rule.save.v1', args)], admin);
  const [here, there] = await Promise.all([rulesOf(world.customerId), rulesOf(world.otherId)]);
  const copy = there.find(({ name }) => name === 'Everywhere');
  expect(copy).toEqual(here.find(({ name }) => name === 'Everywhere'));
  const noGlobal = { ...world.ben, rights: new Set([...world.ben.rights].filter((right) => right !== 'rules.global')) };
  const seen = async (who: typeof admin) => {
    const page = await world.pull(laneId('admin'), 0, { who });
    return page.kind === 'page' && page.changes.some(({ row }) => (row as StoredRule | null)?.name === 'Everywhere');
  };
  expect([await seen(admin), await seen({ ...noGlobal, userId: world.ann.userId })]).toEqual([true, false]);
  await world.push(
    laneId('admin'),
    [mutation(2, 'rule.delete.v1', { id, ref }), mutation(3, 'rule.purge.v1', { id, ref })],
    admin,
  );
  expect((await rulesOf(world.otherId)).some(({ name }) => name === 'Everywhere')).toBe(false);
});

test('an action, a list or a definition that a device could not check is refused with a message for its field', async () => {
  const push = async (rule: object) => {
    const ref = randomUUID();
    const lane = laneId(ref.slice(0, 8));
    const reply = await world.push(lane, [
      mutation(1, 'rule.save.v1', { id: localIdOf(ref), ref, rule: aDraft(rule), words: '' }),
    ]);
    return reply.kind === 'done' ? reply.outcomes[0] : reply;
  };
  const invalid = (words: RegExp) => ({ outcome: 'rejected', code: 'invalid', message: expect.stringMatching(words) as string });
  expect(await push({ operand: 'much' })).toMatchObject(invalid(/not an amount/));
  expect(await push({ actionType: 3, fieldId: 3, operand: '/(/~x' })).toMatchObject(invalid(/cannot be read/));
  expect(await push({ source: '[Source] equal "Gone VMS"' })).toMatchObject(invalid(/no longer exist.*Gone VMS/));
  await world.db
    .insertInto('field_definition')
    .values({ id: 15, definition: JSON.stringify(toStored({ ...defined, isExportOnly: true })), by: 'Ann', at: new Date() })
    .execute();
  expect(await push({ source: '[Unit] equal ICU' })).toMatchObject(invalid(/only available for Export rules/));
  await world.db.deleteFrom('field_definition').execute();
  expect(await push({ source: '[Unit] equal ICU' })).toMatchObject({ outcome: 'applied' });
});
const defined = {
  title: 'Unit',
  isRequired: false,
  isVisibleToCustomers: true,
  isAdvanced: false,
  query: null,
  isExportOnly: false,
  isCollectionOnly: false,
};

test('a rule change that moves a pinned job waits for a person and is posted once accepted', async () => {
  const lane = laneId('pinner');
  const [ref, pin] = [randomUUID(), randomUUID()];
  const rule = { id: localIdOf(ref), ref };
  const draft = aDraft({ name: 'Pinned', source: '[Job ID] equal HV-1', operand: '130', ord: 900 });
  const [job] = await world.db.selectFrom('job').select('id').where('provider_job_id', '=', 'HV-1').execute();
  const save = { ...rule, rule: draft, words: '' };
  const outcomes = async (seq: number, name: Parameters<typeof mutation>[1], args: object) => {
    const reply = await world.push(lane, [mutation(seq, name, args)]);
    return reply.kind === 'done' ? reply.outcomes[0] : reply;
  };
  expect(await outcomes(1, 'rule.save.v1', save)).toMatchObject({ outcome: 'applied' });
  const pinned = { id: localIdOf(pin), ref: pin, jobId: job?.id ?? 0, name: 'HV nights', expected: { billRate: 130 } };
  expect(await outcomes(2, 'ruleTestCase.save.v1', pinned)).toMatchObject({ outcome: 'applied' });
  const kept = await world.db.selectFrom('golden_job').select('id').where('ref', '=', pin).executeTakeFirstOrThrow();

  const higher = { ...save, rule: { ...draft, operand: '140' } };
  expect(await outcomes(3, 'rule.save.v1', higher)).toMatchObject({
    outcome: 'rejected',
    code: 'changed',
    message: 'A pinned job would come out otherwise: HV nights (Bill Rate 130 → 140).',
    conflicts: [{ collection: 'goldenJob', id: kept.id, name: 'HV nights', field: 'billRate', seen: 130, now: 130, wanted: 140 }],
  });
  expect(await outcomes(4, 'rule.activate.v1', { ...rule, active: false })).toMatchObject({ code: 'changed' });
  expect(await outcomes(5, 'rule.delete.v1', rule)).toMatchObject({ code: 'changed' });
  expect(await outcomes(6, 'rule.save.v1', { ...higher, accepts: [kept.id] })).toMatchObject({ outcome: 'applied' });
});
