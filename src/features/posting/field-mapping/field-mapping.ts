import * as z from 'zod';
import type { AtsField } from '#contract/posting/ats-fields.ts';
import { type FieldMappingRow, fieldMappingLine } from '#contract/rows/field-mapping.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { type LineProblem, lineProblems } from '#domain/posting/field-mapping/line-problems.ts';
import { mappingOption, mappingOptions } from '#domain/posting/field-mapping/options.ts';
import { sourceField, sourceFields } from '#domain/posting/field-mapping/source-fields.ts';

const choice = (value: number, label: string) => ({ value: String(value), label });
export const optionChoices = mappingOptions.map(({ id, label }) => choice(id, label));
/** The fields that a line can read, as the customer calls them. */
export const sourceChoices = (names: FieldNames) =>
  sourceFields.map(({ key, label }) => ({ value: key, label: names.of(key, label) }));
export const valueTypeChoices = [choice(1, 'Text'), choice(2, 'Number')];
export const workTypeChoices = (names: FieldNames) => [
  choice(0, 'All'),
  choice(1, `${names.workType(1)} and ${names.workType(2)}`),
  choice(3, names.workType(3)),
];
export const fieldTypeChoices = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'yesNo', label: 'Yes or no' },
];

/** A line as the list shows it, at its place in the order from 1. */
export type MappingLine = FieldMappingRow & {
  readonly order: number;
  readonly label: string;
  readonly source: string | null;
  readonly how: string;
  /** What is wrong with it now, such as a field that the ATS no longer has. */
  readonly problems: readonly LineProblem[];
};

/** Whether an option takes the line’s own text, not a field of the job. */
export const takesText = (option: FieldMappingRow['option']): boolean => mappingOption(option).from === 'value';

/** The field of the job that a line reads, as the customer calls it. Null where its option reads none. */
const sourceName = ({ option, jobField }: FieldMappingRow, names: FieldNames): string | null =>
  takesText(option) || jobField === null ? null : names.of(jobField, sourceField(jobField)?.label ?? jobField);

/** A line without the part that its option does not use: what the form does not show is not kept. */
export const usedParts = <L extends Pick<FieldMappingRow, 'option' | 'jobField' | 'value'>>(line: L): L =>
  takesText(line.option) ? { ...line, jobField: null } : { ...line, value: '' };

/** The lines of a target in order, with the labels of their fields. `atsFields` is null where they could not be read. */
export const linesOf = (
  rows: readonly FieldMappingRow[],
  { atsFields, typeId, names }: { atsFields: readonly AtsField[] | null; typeId: number; names: FieldNames },
): MappingLine[] =>
  [...rows]
    .sort((a, b) => a.position - b.position || a.id - b.id)
    .map((row, at) => ({
      ...row,
      order: at + 1,
      label: atsFields?.find(({ name }) => name === row.atsField)?.label ?? row.atsField,
      source: sourceName(row, names),
      how: mappingOption(row.option).label,
      problems: lineProblems(row, { typeId, atsFields }),
    }));

const number = <const N extends number>(...values: readonly N[]) =>
  z
    .string()
    .transform(Number)
    .pipe(z.literal([...values]));

/** What a person writes about a line. Numbers of choices are texts until it is saved. */
export const mappingDraft = (typeId: number, atsFields: readonly AtsField[] | null) =>
  z
    .object({
      ...fieldMappingLine,
      option: number(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      fieldType: z.string().pipe(fieldMappingLine.fieldType),
      valueType: number(1, 2),
      workType: number(0, 1, 3),
      jobField: z
        .string()
        .nullable()
        .transform((key) => key || null),
    })
    .check(({ value, issues }) => {
      for (const { field, message } of lineProblems(value, { typeId, atsFields }))
        issues.push({ code: 'custom', path: [field], message, input: value });
    });

/** The draft of a line, or of a new one. */
export const draftOf = (row: FieldMappingRow | null): z.input<ReturnType<typeof mappingDraft>> => ({
  atsField: row?.atsField ?? '',
  jobField: row?.jobField ?? null,
  option: String(row?.option ?? 0),
  condition: row?.condition ?? '',
  value: row?.value ?? '',
  valueType: String(row?.valueType ?? 1),
  fieldType: row?.fieldType ?? 'text',
  workType: String(row?.workType ?? 0),
  maxLength: row?.maxLength ?? null,
  onUpdate: row?.onUpdate ?? true,
  onCancel: row?.onCancel ?? false,
});

/** A field of the ATS as a choice, with its type and length. */
export const referenceOf = ({ name, label, type, length }: AtsField) => ({
  id: name,
  name: label,
  detail: [name, type, length === null ? null : `${length} characters`].filter(Boolean).join(', '),
});
