import fc from 'fast-check';
import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import type { FlexMappingRow } from '#contract/rows/flex-mapping.ts';
import { dateForm, kindLines } from '#domain/posting/field-mapping/kind-lines.ts';
import { type FieldLine, type MappedFields, mappedFields } from '#domain/posting/field-mapping/mapped-fields.ts';
import { mappedValue } from '#domain/rules/mapped-of.ts';
import type { JobOrder, SentOrder } from '#server/targets/adapter/target-adapter.ts';

/** A line that copies the title of target 1's jobs. */
export const aFieldMapping = (over: Partial<FieldMappingRow> = {}): FieldMappingRow => ({
  id: 1,
  targetId: 1,
  position: 1,
  atsField: 'title',
  jobField: 'title',
  option: 0,
  condition: '',
  value: '',
  valueType: 1,
  fieldType: 'text',
  workType: 0,
  maxLength: 100,
  onUpdate: true,
  onCancel: false,
  version: 1,
  by: 'Ben',
  at: '2026-11-01T00:00:00.000Z',
  ref: null,
  purged: false,
  ...over,
});

/** A flex mapping of target 1: from the unit of a job to a required field of the ATS. */
export const aFlexMapping = (over: Partial<FlexMappingRow> = {}): FlexMappingRow => ({
  id: 1,
  jobFields: ['unit'],
  atsFields: [{ name: 'customText5', fieldType: 'text', required: true }],
  lines: [{ when: ['4W'], give: ['West'] }],
  version: 1,
  by: 'Ben',
  at: '2026-11-01T00:00:00.000Z',
  ref: null,
  purged: false,
  ...over,
});

/** What lines make of a job order: those that a Bullhorn target begins with, unless others or another kind are given. */
export const fieldsOf = (
  { job, mapped }: Pick<JobOrder, 'job' | 'mapped'>,
  lines: readonly FieldLine[] = kindLines(8),
  typeId = 8,
): MappedFields =>
  mappedFields(lines, {
    job,
    mapped,
    dates: dateForm(typeId),
    around: { today: '2026-11-26', pay: null },
    mappedOf: (_, key) =>
      mappedValue(
        key,
        (kind) => (mapped[kind] ? { id: mapped[kind].extId, how: 'shared', certainty: 100 } : null),
        (kind) => mapped[kind],
      ),
  });

/** A job order as targets of a kind get it: with the lines that they begin with. */
export const sentOrder = (order: JobOrder, typeId: number): SentOrder => ({
  ...order,
  fields: fieldsOf(order, kindLines(typeId), typeId),
});

/** Flex mappings as people save them for two targets: none, without lines, and with one. */
export const flexTables = [1, 2].flatMap((id) =>
  [[], ['unit']].flatMap((jobFields) =>
    [[], [{ when: ['*'], give: ['West'] }]].map((lines) => ({
      id,
      jobFields,
      atsFields: [{ name: 'customText5', fieldType: 'text' as const, required: true }],
      lines,
    })),
  ),
);

/** Arguments of a line, for properties of all changes. */
export const mappingLine = {
  targetId: fc.constant(1),
  atsField: fc.constantFrom('title', 'customText3'),
  jobField: fc.constantFrom('title', 'unit'),
  option: fc.constant(0 as const),
  condition: fc.constantFrom('', '[Status] equal "Open"'),
  value: fc.constant(''),
  valueType: fc.constantFrom(1 as const, 2 as const),
  fieldType: fc.constant('text' as const),
  workType: fc.constantFrom(0 as const, 3 as const),
  maxLength: fc.constantFrom(null, 100),
  onUpdate: fc.boolean(),
  onCancel: fc.boolean(),
  position: fc.constantFrom(1, 2.5),
};
