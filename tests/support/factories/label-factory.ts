import * as fc from 'fast-check';
import type { LabelRow } from '#contract/rows/label.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { labelRef } from '#domain/fields/label-ref.ts';

/** A customer's own label of units. */
export const aLabelRow = (over: Partial<LabelRow> = {}): LabelRow => ({
  id: 152,
  fieldKey: 'unit',
  value: 'Ward',
  plural: 'Wards',
  by: 'Ben',
  at: '2026-11-01T00:00:00.000Z',
  ref: labelRef(over.fieldKey ?? 'unit'),
  version: 1,
  purged: false,
  ...over,
});

const keys = { unit: 152, title: 154, city: null } as const;
const named = fc.constantFrom(...(Object.keys(keys) as (keyof typeof keys)[])).chain((fieldKey) => {
  const ref = labelRef(fieldKey);
  const id = keys[fieldKey];
  return id === null
    ? fc.constant({ id: localIdOf(ref), ref, fieldKey })
    : fc.constantFrom(null, ref).map((given) => ({ id: id as number, ref: given, fieldKey }));
});
const said = fc.record({ value: fc.constantFrom('Ward', 'Wing', ' Floor '), plural: fc.constantFrom(null, 'Wings', ' ') });

/** The rows that `labelChanges` are about. */
export const labelRows = [aLabelRow(), aLabelRow({ id: 154, fieldKey: 'title', value: 'Role', plural: 'Roles' })];

/** Arguments of the changes of labels, for properties of all changes. */
export const labelChanges = {
  'label.save.v1': fc.tuple(named, said).map(([one, other]) => ({ ...one, ...other })),
  'label.remove.v1': named,
};
