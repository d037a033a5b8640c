import { expect, test } from 'vitest';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { LabelRow } from '#contract/rows/label.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { labeled } from '#domain/fields/label-words.ts';
import { aLabelRow } from '#tests/support/factories/label-factory.ts';
import { preValuesOf } from '../kit/base-values.ts';
import { beforeImages } from '../kit/before-images.ts';
import { localIdOf } from '../local-id.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';
import { removeLabel } from './remove.ts';
import { saveLabel } from './save.ts';

const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z' };
const ref = labelRef('unit');
const having = (...rows: LabelRow[]) => rowSet(rows.map((row) => ({ collection: 'label', row }) as const));
type Save = CommandArgs<'label.save.v1'>;
const saving = (over: Partial<Save> = {}): Save => ({
  id: 152,
  ref: null,
  fieldKey: 'unit',
  value: 'Wing',
  plural: null,
  ...over,
});
const adding = (over: Partial<Save> = {}) => saving({ id: localIdOf(ref), ref, ...over });
const removing = { id: 152, ref: null, fieldKey: 'unit' };

test('a label is added, changed with its usual plural, and removed', () => {
  expect(runPure(saveLabel, adding({ value: '  Wing ' }), {}, having(), ann)).toMatchObject({
    outcome: 'applied',
    writes: [
      { collection: 'label', row: { id: localIdOf(ref), ref, fieldKey: 'unit', value: 'Wing', plural: 'Wings', version: 1 } },
    ],
  });
  expect(runPure(saveLabel, saving({ plural: 'Wing units' }), {}, having(aLabelRow()), ann)).toMatchObject({
    writes: [{ row: { id: 152, value: 'Wing', plural: 'Wing units', version: 2, by: 'Ann' } }],
  });
  expect(runPure(removeLabel, removing, {}, having(aLabelRow()), ann)).toMatchObject({ writes: [{ row: { purged: true } }] });
});

test('every field and word has a UUID and a temporary id of its own', () => {
  const keys = labeled.map(({ key }) => key);
  expect(new Set(keys.map((key) => localIdOf(labelRef(key)))).size).toBe(keys.length);
  expect(labelRef('unit')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8000-[\da-f]{12}$/);
});

test('what is no label is refused with the argument and the remedy', () => {
  const refusal = (args: Save, ...rows: LabelRow[]) => runPure(saveLabel, args, {}, having(...rows), ann);
  expect(refusal(adding({ value: ' ' }))).toMatchObject({ code: 'invalid', field: 'value', message: 'Write a label.' });
  expect(refusal(adding({ plural: 'x'.repeat(61) }))).toMatchObject({ code: 'invalid', field: 'plural' });
  expect(refusal(adding({ fieldKey: 'city' }))).toMatchObject({ code: 'invalid' });
  expect(refusal(saving({ fieldKey: 'city' }), aLabelRow())).toMatchObject({ code: 'invalid' });
  expect(refusal(saving())).toMatchObject({ code: 'gone' });
  expect(refusal(saving(), aLabelRow({ purged: true }))).toMatchObject({ code: 'gone' });
  expect(runPure(removeLabel, removing, {}, having(), ann)).toMatchObject({ code: 'gone' });
});

test('[S5] two people: both label one field, also where neither had a label before; the same label is no conflict', () => {
  const seen = (args: Save, ...rows: LabelRow[]) => preValuesOf(saveLabel, args, having(...rows));
  const now = aLabelRow({ value: 'Floor', plural: 'Floors', by: 'Kim' });
  const changed = runPure(saveLabel, saving(), seen(saving(), aLabelRow()), having(now), ann);
  expect(changed).toMatchObject({ outcome: 'rejected', code: 'conflict' });
  expect(changed).toMatchObject({ conflicts: [{ field: 'value', seen: 'Ward', now: 'Floor', wanted: 'Wing', by: 'Kim' }, {}] });
  // The service gives the new row its own id in the change and in what was seen.
  const pre = { 'label/152': seen(adding())[`label/${localIdOf(ref)}`] ?? {} };
  expect(pre).toEqual({ 'label/152': { value: null, plural: null } });
  expect(runPure(saveLabel, adding({ id: 152 }), pre, having(now), ann)).toMatchObject({
    code: 'conflict',
    conflicts: [{ seen: null, now: 'Floor', wanted: 'Wing' }, {}],
  });
  expect(runPure(saveLabel, adding({ id: 152, value: 'Floor' }), pre, having(now), ann)).toMatchObject({ outcome: 'applied' });
  expect(runPure(saveLabel, adding({ id: 152 }), pre, having(), ann)).toMatchObject({ outcome: 'applied' });
  const removed = runPure(removeLabel, removing, preValuesOf(removeLabel, removing, having(aLabelRow())), having(now), ann);
  expect(removed).toMatchObject({ code: 'conflict', conflicts: [{ seen: 'Ward', now: 'Floor', wanted: null }, {}] });
});

test('a removed label comes back by its inverse, before and after the service has the removal', () => {
  const ran = runPure(removeLabel, removing, {}, having(aLabelRow()), ann);
  if (ran.outcome === 'rejected') throw new Error(ran.message);
  const before = beforeImages(ran.writes, having(aLabelRow()));
  const [back] = removeLabel.inverse === 'none' ? [] : removeLabel.inverse(removing, before);
  expect(back).toEqual({ name: 'label.save.v1', args: saving({ ref, value: 'Ward', plural: 'Wards' }) });
  for (const rows of [having(), having(aLabelRow({ purged: true, version: 2 }))])
    expect(runPure(saveLabel, back?.args as Save, {}, rows, ann)).toMatchObject({
      writes: [{ row: { id: 152, ref, value: 'Ward', plural: 'Wards', purged: false } }],
    });
});
