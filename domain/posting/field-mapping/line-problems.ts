import type { AtsField } from '#contract/posting/ats-fields.ts';
import type { FieldMappingType } from '#contract/rows/field-mapping.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import { sentType } from './ats-value.ts';
import { lacks, requiredFields } from './kind-lines.ts';
import { lineCondition, lineText, type PartProblem } from './line-value.ts';
import { type FieldLine, rootOf } from './mapped-fields.ts';
import { mappedKinds, mappingOption, optionOwners } from './options.ts';
import { sourceField } from './source-fields.ts';

/** Why a line cannot be saved: the part of the line, and a sentence that says what to do. */
export type LineProblem = { readonly field: keyof FieldLine; readonly message: string };

type Line = Omit<FieldLine, 'id' | 'position'>;

/** A target's kind, and the fields that its ATS described; null if they could not be read, so that the rest is checked. */
export type LineSurroundings = { readonly typeId: number; readonly atsFields: readonly AtsField[] | null };

/** Everything that is wrong with a line, in the order of its columns. */
export function lineProblems(line: Line, around: LineSurroundings): readonly LineProblem[] {
  const atsField = around.atsFields?.find(({ name }) => name === rootOf(line.atsField));
  return [
    ...(around.atsFields && !atsField ? [unknownField(line, around.typeId)] : []),
    ...sourceProblems(line, around.typeId),
    ...callProblems(line, around.typeId),
    ...textProblems(line),
    // The ATS describes a field that others are in, not those others.
    ...(atsField && !line.atsField.includes('.') ? fitProblems(line, atsField) : []),
  ];
}

const unknownField = ({ atsField }: Line, typeId: number): LineProblem => ({
  field: 'atsField',
  message: `${targetKind(typeId).name} has no field “${rootOf(atsField)}” in a job order. Choose one of its list.`,
});

/** What the calls of the ATS cannot take. */
function callProblems({ atsField, option, onUpdate }: Line, typeId: number): LineProblem[] {
  const { name } = targetKind(typeId);
  const isFlat = lacks(typeId, 'nested');
  const isList = option === 6 || option === 7;
  return [
    ...(isFlat && atsField.includes('.')
      ? [{ field: 'atsField', message: `Fields of ${name} have no fields within them. Leave out the dot.` } as const]
      : []),
    ...(isFlat && isList ? [{ field: 'option', message: `${name} takes no lists. Choose another option.` } as const] : []),
    ...(!onUpdate && lacks(typeId, 'once')
      ? [{ field: 'onUpdate', message: `${name} gets the whole job with every change. Turn on “Send on update”.` } as const]
      : []),
  ];
}

function sourceProblems({ option, jobField, atsField }: Line, typeId: number): LineProblem[] {
  const owner = optionOwners[option];
  const { label, from } = mappingOption(option);
  if (owner && !owner.typeIds.includes(typeId))
    return [
      {
        field: 'option',
        message: `“${label}” is for ${owner.name} alone. Choose another option for ${targetKind(typeId).name}.`,
      },
    ];
  if (option === 6 && atsField.includes('.'))
    return [
      { field: 'option', message: 'A list is a field of the job order itself. Leave out the dot, or choose another option.' },
    ];
  if (from === 'value') return [];
  if (jobField === null) return [{ field: 'jobField', message: `Choose the field of the job that “${label}” reads.` }];
  if (!sourceField(jobField))
    return [{ field: 'jobField', message: `Jobs have no field “${jobField}” that can be sent. Choose one of the list.` }];
  return from === 'mapped' && !mappedKinds.has(jobField)
    ? [
        {
          field: 'jobField',
          message: `“${label}” takes Facility, Degree, Specialty or Shift. Choose one of them, or “Copy value”.`,
        },
      ]
    : [];
}

function textProblems(line: Line): LineProblem[] {
  const condition = lineCondition(line);
  const text = mappingOption(line.option).from === 'value' ? lineText(line) : null;
  return [
    ...('problem' in condition ? [{ field: 'condition', message: placeWords(condition.problem) } as const] : []),
    ...(line.option === 4 && line.condition.trim() === ''
      ? [{ field: 'condition', message: 'Write the condition, or choose “Constant”.' } as const]
      : []),
    ...(text && 'problem' in text ? [{ field: 'value', message: placeWords(text.problem) } as const] : []),
  ];
}

const placeWords = ({ words, at }: PartProblem): string => (at === null ? words : `Character ${at + 1}: ${words}`);

/** The types that a field of the ATS holds, by the ATS's own word. A word that is not here is not judged. */
const typeOf: Readonly<Record<string, FieldMappingType>> = {
  string: 'text',
  text: 'text',
  textarea: 'text',
  integer: 'number',
  number: 'number',
  double: 'number',
  bigdecimal: 'number',
  currency: 'number',
  percent: 'number',
  timestamp: 'date',
  date: 'date',
  datetime: 'date',
  boolean: 'yesNo',
};
export const typeLabels: Readonly<Record<FieldMappingType, string>> = {
  text: 'text',
  number: 'a number',
  date: 'a date',
  yesNo: 'yes or no',
};

/** The type of a field of the ATS; null if its word is not known. */
export const atsFieldType = ({ type }: Pick<AtsField, 'type'>): FieldMappingType | null => typeOf[type.toLowerCase()] ?? null;

function fitProblems(line: Line, field: AtsField): LineProblem[] {
  const wanted = atsFieldType(field);
  const isList = line.option === 6 || line.option === 7;
  const isWrong = !isList && wanted !== null && wanted !== line.fieldType && wanted !== sentType(line);
  const tooLong = field.length !== null && wanted === 'text' && (line.maxLength === null ? 0 : line.maxLength) > field.length;
  return [
    ...(isWrong ? [{ field: 'fieldType', message: `${field.label} is ${typeLabels[wanted]}. Choose this type.` } as const] : []),
    ...(tooLong
      ? [
          {
            field: 'maxLength',
            message: `${field.label} holds at most ${field.length} characters. Write ${field.length} or less.`,
          } as const,
        ]
      : []),
    ...choiceProblems(line, field),
  ];
}

/** A constant must be one of the field's choices. What fields of the job give is known only then. */
function choiceProblems(line: Line, { label, picklistValues }: AtsField): LineProblem[] {
  const text = mappingOption(line.option).from === 'value' ? lineText(line) : null;
  if (
    !text ||
    'problem' in text ||
    line.value.startsWith('=') ||
    text.reads.length > 0 ||
    line.value === '' ||
    picklistValues.length === 0
  )
    return [];
  if (picklistValues.some(({ value }) => value === line.value)) return [];
  const shown = picklistValues.slice(0, 8).map(({ value }) => value);
  const more = picklistValues.length > shown.length ? ' …' : '';
  return [{ field: 'value', message: `“${line.value}” is no choice of ${label}. Write one of: ${shown.join(', ')}${more}` }];
}

/** The field that job orders would lose with a line, though the ATS needs it; null if none. `left`: the other lines. */
export function lostField(
  line: Pick<FieldLine, 'atsField'>,
  left: readonly Pick<FieldLine, 'atsField'>[],
  typeId: number,
): string | null {
  const root = rootOf(line.atsField);
  const isNeeded = requiredFields(typeId).includes(root);
  return isNeeded && !left.some(({ atsField }) => rootOf(atsField) === root) ? root : null;
}
