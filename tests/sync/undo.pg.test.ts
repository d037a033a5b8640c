import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import { commands } from '#domain/commands/commands.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { readOutbox, undo } from '#src/outbox/items.ts';
import { readRow, scan } from '#src/store/rows.ts';
import { aDraft } from '../support/factories/rule-factory.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { stage } from '../support/worlds/sync-world.ts';
import { hand, realDevice, until } from './real-device.ts';

type Device = Awaited<ReturnType<typeof realDevice>>;
let service: TestService;
let device: Device;
let second = 0;
beforeAll(async () => {
  service = await startTestService();
  await stage(service.services.db, service.people.north, 3);
  device = await realDevice(service, 11, 'chief');
});
afterAll(async () => {
  device.engine.stop();
  await service.close();
});

/** Makes a change and waits until the service has it and the device has pulled it. Returns its entry. */
async function done({ name, args }: Change): Promise<number> {
  await device.change(name, args, hand(second++));
  const entry = (await readOutbox(device.store)).at(-1)?.entry ?? 0;
  await settled();
  return entry;
}

/** This device receives no pokes, so it must be asked to pull once everything is sent. */
async function settled(): Promise<void> {
  await until(() => device.engine.state().waiting === 0);
  device.engine.retryNow();
  await until(async () => {
    const left = await readOutbox(device.store);
    if (left.some(({ state }) => state === 'acked')) device.engine.retryNow();
    return left.every(({ state }) => state === 'parked');
  });
  expect(await readOutbox(device.store)).toEqual([]);
}

async function undone(entry: number): Promise<void> {
  expect(await undo(device.store, commands, entry, hand(second++))).toMatchObject({ ok: true });
  await settled();
}

/** Local ids are made from the first digits of a UUID. */
const ref = (n: number) => `${String(n).padStart(8, '0')}-93c1-4d6a-9a55-5d2f7c8e1a01`;
const created = (n: number) => ({ id: localIdOf(ref(n)), ref: ref(n) });
async function only<C extends CollectionName>(collection: C): Promise<RowOf<C>> {
  const rows = await scan(device.store, collection);
  expect(rows).toHaveLength(1);
  return rows[0] as RowOf<C>;
}
const said = ({ version: _version, by: _by, at: _at, ...content }: { version: number; by: string; at: string }) => content;

test('[edge case 28] a rule: its creation, an edit, a deactivation and a deletion are undone after the service numbered it', async () => {
  const saved = await done({ name: 'rule.save.v1', args: { ...created(1), rule: aDraft({ name: 'Float rate' }), words: '' } });
  const first = await only('rule');
  expect(first.id).toBeGreaterThan(0);
  const named = { id: first.id, ref: first.ref };

  const edited = await done({
    name: 'rule.save.v1',
    args: { ...named, rule: aDraft({ name: 'Night rate', operand: '120' }), words: '' },
  });
  await undone(edited);
  expect(said(await only('rule'))).toEqual(said(first));

  await undone(await done({ name: 'rule.activate.v1', args: { ...named, active: false } }));
  expect(said(await only('rule'))).toEqual(said(first));

  await undone(await done({ name: 'rule.delete.v1', args: named }));
  expect(said(await only('rule'))).toEqual(said(first));

  await undone(saved);
  expect(await only('rule')).toMatchObject({ id: first.id, deleted: true });
});

test('[edge case 28] substitutions: removals are undone in order, and the rows keep their ids', async () => {
  await done({ name: 'substitutionTarget.save.v1', args: { ...created(2), objectType: 2, name: 'RN' } });
  const target = await only('substitutionTarget');
  const content = { objectType: 2, rule: 'nurse', targetId: target.id, targetRef: null, caseSensitive: false } as const;
  await done({ name: 'substitutionRule.save.v1', args: { ...created(3), ...content } });
  const rule = await only('substitutionRule');

  const ruleGone = await done({ name: 'substitutionRule.remove.v1', args: { id: rule.id, ref: rule.ref } });
  const targetGone = await done({ name: 'substitutionTarget.remove.v1', args: { id: target.id, ref: target.ref } });
  expect(await scan(device.store, 'substitutionTarget')).toEqual([]);
  await undone(targetGone);
  await undone(ruleGone);
  expect(said(await only('substitutionTarget'))).toEqual(said(target));
  expect(said(await only('substitutionRule'))).toEqual(said(rule));
  expect((await only('substitutionRule')).version).toBeGreaterThan(rule.version);
});

test('[edge case 28] a substitution created together with its name is undone although both had local ids', async () => {
  const [target, rule] = [created(4), created(5)];
  device.wire.cut = true;
  await device.change('substitutionTarget.save.v1', { ...target, objectType: 3, name: 'ICU' }, hand(second++));
  const content = { objectType: 3, targetId: target.id, targetRef: target.ref, caseSensitive: false } as const;
  await device.change('substitutionRule.save.v1', { ...rule, ...content, rule: 'intensive' }, hand(second++));
  await device.change('substitutionRule.remove.v1', rule, hand(second++));
  const removed = (await readOutbox(device.store)).at(-1)?.entry ?? 0;
  device.wire.cut = false;
  await settled();
  await undone(removed);
  const rules = await scan(device.store, 'substitutionRule');
  const names = await scan(device.store, 'substitutionTarget');
  expect(rules.find((row) => row.rule === 'intensive')?.targetId).toBe(names.find(({ name }) => name === 'ICU')?.id);
});

test('[edge case 28] the removal of a rule is undone while neither the rule nor its name has an id of the service', async () => {
  const [target, rule] = [created(8), created(9)];
  device.wire.cut = true;
  await device.change('substitutionTarget.save.v1', { ...target, objectType: 3, name: 'NICU' }, hand(second++));
  const named = { objectType: 3, targetId: target.id, targetRef: target.ref, caseSensitive: false } as const;
  await device.change('substitutionRule.save.v1', { ...rule, ...named, rule: 'neonatal' }, hand(second++));
  await device.change('substitutionRule.remove.v1', rule, hand(second++));
  const removal = (await readOutbox(device.store)).at(-1);
  await device.store.write(async (tx) => {
    // As if a reply had been lost: the change was sent, so that undoing it takes a new change.
    if (removal) await tx.put('outbox', [{ ...removal, sent: true }]);
  });
  expect(await undo(device.store, commands, removal?.entry ?? 0, hand(second++))).toMatchObject({ ok: true, value: [{}] });
  device.wire.cut = false;
  await settled();
  const [kept] = (await scan(device.store, 'substitutionRule')).filter((row) => row.rule === 'neonatal');
  expect(kept?.targetId).toBeGreaterThan(0);
});

test('a change that still names a row by its local id reaches the row that the service numbered meanwhile', async () => {
  const local = created(7);
  const named = async (name: string) => (await scan(device.store, 'substitutionTarget')).filter((row) => row.name === name);
  await done({ name: 'substitutionTarget.save.v1', args: { ...local, objectType: 2, name: 'LPN' } });
  const [first] = await named('LPN');
  expect(first?.id).toBeGreaterThan(0);

  // As a form does that was opened before the service replied.
  await device.change('substitutionTarget.save.v1', { ...local, objectType: 2, name: 'LVN' }, hand(second++));
  expect((await named('LVN')).map(({ id }) => id)).toEqual([first?.id]);
  expect(await named('LPN')).toEqual([]);
  await settled();

  // As a row's menu does.
  await done({ name: 'substitutionTarget.remove.v1', args: local });
  expect(await named('LVN')).toEqual([]);
});

test('[edge case 28] a test case: its creation and its removal are undone, including the stored job', async () => {
  const saved = await done({
    name: 'ruleTestCase.save.v1',
    args: { ...created(6), jobId: 1, name: 'Nights', expected: { billRate: 100 } },
  });
  const first = await only('goldenJob');
  await undone(await done({ name: 'ruleTestCase.remove.v1', args: { id: first.id, ref: first.ref } }));
  expect(said(await only('goldenJob'))).toEqual(said(first));
  await undone(saved);
  expect(await scan(device.store, 'goldenJob')).toEqual([]);
});

test('[edge case 28] after undo, a text is unmapped again: the matcher may map it', async () => {
  const value = (await scan(device.store, 'mapValue'))[0];
  if (!value) throw new Error('no text is staged');
  const undecided = await done({
    name: 'value.restore.v1',
    args: { ids: [value.id], mapping: { mappedId: null, how: null, certainty: null, by: null, at: null } },
  });
  expect(await readRow(device.store, 'mapValue', value.id)).toMatchObject({ mappedId: null, how: null, by: null });
  await undone(await done({ name: 'value.ignore.v1', args: { ids: [value.id], ignored: true } }));
  const unmapped = await done({ name: 'value.map.v1', args: { ids: [value.id], mappedId: null, certainty: null } });
  expect(await readRow(device.store, 'mapValue', value.id)).toMatchObject({ mappedId: null, by: expect.any(String) as string });
  await undone(unmapped);
  expect(await readRow(device.store, 'mapValue', value.id)).toMatchObject({ mappedId: null, how: null, by: null });
  await undone(undecided);
  expect(await readRow(device.store, 'mapValue', value.id)).toMatchObject({ mappedId: value.mappedId, how: value.how });
});
