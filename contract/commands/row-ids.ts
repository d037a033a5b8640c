import * as z from 'zod';
import { RowId, RowOrLocalId } from '../kit/ids.ts';

/** Commands list explicit ids, at most 500 each. A bulk change by filter needs a connection to the service. */
export const maxIdsPerCommand = 500;
export const RowIds = z.array(RowId).min(1).max(maxIdsPerCommand);

/**
 * A row that a user creates: the service's id if it has one, else the device's negative id (`domain/commands/local-id.ts`) with
 * the row's UUID, from which the service finds its own id [edge case 29].
 */
export const CreatedRow = z.object({ id: RowOrLocalId, ref: z.uuid().nullable() });

/** A removed row to restore: `version` is the one from its removal, so that version numbers continue. */
export const RestoredRow = CreatedRow.extend({ version: z.number().int().min(0) });
