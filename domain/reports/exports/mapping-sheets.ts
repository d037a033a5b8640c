import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import type { FlexMappingRow } from '#contract/rows/flex-mapping.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { catalogueName } from '../../fields/label-words.ts';
import { defaultNames, type FieldNames } from '../../job-list/field-names.ts';
import { column, type ExportSheet, type NameOf } from './export-sheet.ts';

/** A vendor's text with the name of what it is mapped to. */
export type ExportedMapping = { readonly value: MapValueRow; readonly mappedName: string | null };
/** A line of a target's flex mapping. */
export type FlexLine = { readonly mapping: FlexMappingRow; readonly place: number };

const hows = { person: 'By a person', auto: 'Automatic', ai: 'By AI' } as const;

/** The texts of vendors, mapped or not. */
export const mappingSheet = (
  targetName: NameOf,
  sourceName: NameOf,
  names: FieldNames = defaultNames,
): ExportSheet<ExportedMapping> => ({
  name: 'Mappings',
  columns: [
    column('ID', ({ value }) => value.id, 'number'),
    column('Kind', ({ value }) => names.of(value.kind)),
    column('Target', ({ value }) => targetName(value.targetId)),
    column(names.of('source'), ({ value }) => sourceName(value.sourceId)),
    column('Text', ({ value }) => value.text),
    column('Within', ({ value }) => value.within),
    column(names.of('address'), ({ value }) => value.address),
    column(names.of('city'), ({ value }) => value.city),
    column(names.of('state'), ({ value }) => value.state),
    column(names.of('zip'), ({ value }) => value.zip),
    column('Mapped ID', ({ value }) => value.mappedId),
    column('Mapped name', ({ mappedName }) => mappedName),
    column('How', ({ value }) => (value.how === null ? null : hows[value.how])),
    column('Certainty', ({ value }) => value.certainty, 'number'),
    column('Suggested ID', ({ value }) => value.suggestedId),
    column('Ignored', ({ value }) => value.ignored, 'yes-no'),
    column('Mapped by', ({ value }) => value.by),
    column('Mapped at', ({ value }) => value.at, 'instant'),
    column('First seen', ({ value }) => value.firstSeenAt, 'instant'),
  ],
});

const fieldTypes = { text: 'Text', number: 'Number', date: 'Date', yesNo: 'Yes or no' } as const;
const workTypes = { 0: 'All', 1: 'Travel and permanent', 3: 'Per diem' } as const;

/** The lines that say what each field of a target's job order gets. */
export const fieldMappingSheet = (targetName: NameOf, names: FieldNames = defaultNames): ExportSheet<FieldMappingRow> => ({
  name: 'ATS field mapping',
  columns: [
    column('ID', ({ id }) => id, 'number'),
    column('Target', ({ targetId }) => targetName(targetId)),
    column('Order', ({ position }) => position, 'number'),
    column('ATS field', ({ atsField }) => atsField),
    column('Type', ({ fieldType }) => fieldTypes[fieldType]),
    column('Job field', ({ jobField }) => (jobField === null ? null : catalogueName(names.labels, jobField, jobField))),
    column('Option', ({ option }) => option, 'number'),
    column('Condition', ({ condition }) => condition),
    column('Value', ({ value }) => value),
    column('Work types', ({ workType }) => workTypes[workType]),
    column('Longest text', ({ maxLength }) => maxLength, 'number'),
    column('On update', ({ onUpdate }) => onUpdate, 'yes-no'),
    column('On cancel', ({ onCancel }) => onCancel, 'yes-no'),
    column('Saved by', ({ by }) => by),
    column('Saved at', ({ at }) => at, 'instant'),
  ],
});

const pairs = (names: readonly string[], values: readonly string[]): string =>
  names.map((name, i) => `${name}: ${values[i] ?? ''}`).join('; ');

/** The lines of the targets' flex mappings, in their order. */
export const flexMappingSheet = (targetName: NameOf, names: FieldNames = defaultNames): ExportSheet<FlexLine> => ({
  name: 'Flex mapping',
  columns: [
    column('Target', ({ mapping }) => targetName(mapping.id)),
    column('Line', ({ place }) => place + 1, 'number'),
    column('When', ({ mapping, place }) =>
      pairs(
        mapping.jobFields.map((key) => catalogueName(names.labels, key, key)),
        mapping.lines[place]?.when ?? [],
      ),
    ),
    column('Gives', ({ mapping, place }) =>
      pairs(
        mapping.atsFields.map(({ name }) => name),
        mapping.lines[place]?.give ?? [],
      ),
    ),
    column('Saved by', ({ mapping }) => mapping.by),
    column('Saved at', ({ mapping }) => mapping.at, 'instant'),
  ],
});
