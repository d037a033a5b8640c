import * as z from 'zod';
import { CreatedRow } from './row-ids.ts';

const fieldKey = z.string().min(1).max(100);
const text = z.string().max(500);

/** Arguments of the changes of a customer's own labels, by wire name. `fieldKey`: the key of the field or word. */
export const labelCommandArgs = {
  /** `plural` null: the usual plural of the label. `ref` null: a label that exists; else the one of the key, which may be new. */
  'label.save.v1': CreatedRow.extend({ fieldKey, value: text, plural: text.nullable() }),
  'label.remove.v1': CreatedRow.extend({ fieldKey }),
} as const;
