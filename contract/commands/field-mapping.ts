import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { fieldMappingLine } from '../rows/field-mapping.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const position = z.number().min(-1e9).max(1e9);
const Line = { targetId: RowId, ...fieldMappingLine, position };

/** Arguments of the changes of field mappings, by wire name. */
export const fieldMappingCommandArgs = {
  /** `position` is the place of a new line; a line that exists keeps its own. */
  'fieldMapping.save.v1': CreatedRow.extend(Line),
  'fieldMapping.move.v1': CreatedRow.extend({ targetId: RowId, position }),
  'fieldMapping.remove.v1': CreatedRow.extend({ targetId: RowId }),
  'fieldMapping.restore.v1': RestoredRow.extend(Line),
} as const;
