import * as z from 'zod';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const Alias = { fieldId: z.number().int(), alias: z.string().trim().max(100) };

/** Arguments of the changes of field aliases, by wire name. */
export const fieldAliasCommandArgs = {
  'fieldAlias.save.v1': CreatedRow.extend(Alias),
  'fieldAlias.remove.v1': CreatedRow,
  'fieldAlias.restore.v1': RestoredRow.extend(Alias),
} as const;
