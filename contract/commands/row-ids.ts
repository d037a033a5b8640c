import * as z from 'zod';

/** Explicit ids only, at most 500 a command: a bulk by filter needs the service. */
export const maxIdsPerCommand = 500;
export const RowIds = z.array(z.number().int().positive()).min(1).max(maxIdsPerCommand);

/**
 * A row that people create: its id where the service gave one, else a negative id of the device's own beside the row's UUID
 * (`domain/commands/local-id.ts`), which the service resolves [edge case 29].
 */
export const CreatedRow = z.object({ id: z.number().int(), ref: z.uuid().nullable() });

/** A removed row that is brought back: `version` is the one that its removal gave it, so that versions go on counting. */
export const RestoredRow = CreatedRow.extend({ version: z.number().int().min(0) });
