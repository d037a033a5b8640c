/** SQL states of values that no column takes: wrong form, out of range, characters that cannot be stored. */
const unfitStates = new Set(['22P02', '22003', '22021', '22P05', '22007', '22008', '22009']);

/** Whether the database refused a value of the request. */
export const isUnfitValue = (error: unknown): boolean => unfitStates.has(String((error as { code?: unknown } | null)?.code));

/** What the sender reads then: the database does not name the field. */
export const unfitWords = 'One of the values is out of range or cannot be stored. Check numbers, dates and texts.';
