import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { flexMappingContent } from '../rows/flex-mapping.ts';

/** Arguments of the change of a target's flex mapping, by wire name: the whole of it. `id`: the target's. */
export const flexMappingCommandArgs = { 'flexMapping.save.v1': z.object({ id: RowId, ...flexMappingContent }) } as const;
