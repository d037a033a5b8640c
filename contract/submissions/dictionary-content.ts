import { RowId } from '../kit/ids.ts';

/** What people set of a mapping between dictionaries: the destination, the entry of the source, and the entry that it becomes. */
export const dictionaryContent = { targetId: RowId, fromId: RowId, toId: RowId };
