import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { fieldMappingLine } from '../rows/field-mapping.ts';

const line = fieldMappingLine;

/** A line of a target's field mapping, as the documented calls have it. `jobFieldId` is a number of `GET /api/bssjobs`. */
const documented = {
  atsField: wire('ATSField', line.atsField),
  jobFieldId: wire('BSSJob_Id', z.number().int().nullable()),
  option: wire('Option', line.option),
  condition: wire('TrueCondition', line.condition.default('')),
  value: wire('Value', line.value.default('')),
  targetId: wire('CustomerTarget_ID', Id),
  maxLength: wire('MaxLength', line.maxLength.default(null)),
  onCancel: wire('CancelFl', line.onCancel.default(false)),
  onUpdate: wire('Update_Fl', line.onUpdate.default(true)),
  fieldType: wire('FieldType', line.fieldType.default('text')),
  workType: wire('WorkType', line.workType.default(0)),
  valueType: wire('ValueType', line.valueType.default(1)),
};

export const DocumentedFieldMapping = z.object({ id: wire('ID', z.number()), ...documented });
export type DocumentedFieldMapping = z.infer<typeof DocumentedFieldMapping>;

const example: DocumentedFieldMapping = {
  id: 7,
  atsField: 'customText3',
  jobFieldId: 15,
  option: 0,
  condition: '',
  value: '',
  targetId: 1,
  maxLength: 100,
  onCancel: false,
  onUpdate: true,
  fieldType: 'text',
  workType: 0,
  valueType: 1,
};

const change = {
  reply: DocumentedFieldMapping,
  fails: ['invalid', 'not_found', 'forbidden', 'conflict', 'key_reused'],
  needs: 'targets.write',
  offline: 'online',
  example,
} as const;

export const upsertFieldMapping = endpoint('POST /api/atsfieldmapping/upsert', {
  about:
    'Adds a line to a target’s field mapping (`ID` 0) or changes one. The line is checked against the fields of the ATS if these can be read. `Value` is the text of the options 4 and 5.',
  args: z.object({ id: wire('ID', z.number().int().min(0).default(0)), ...documented }),
  ...change,
});

export const removeFieldMapping = endpoint('DELETE /api/atsfieldmapping/:id', {
  about: 'Removes a line of a target’s field mapping. The last line of a field that the ATS needs is refused as invalid.',
  args: z.object({ id: Id }),
  ...change,
});

export const fieldMappingEndpoints = [upsertFieldMapping, removeFieldMapping] as const;
