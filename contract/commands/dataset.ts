import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { DatasetReading } from '../rows/dataset-row.ts';

/** Arguments of the changes of the dataset, by wire name. `userId` is the sender; a null `reading` takes their label, or the decision, back. */
export const datasetCommandArgs = {
  'dataset.label.v1': z.object({ id: RowId, userId: RowId, reading: DatasetReading.nullable() }),
  'dataset.settle.v1': z.object({ id: RowId, userId: RowId, reading: DatasetReading.nullable() }),
} as const;
