/**
 * The id of a row that a device created and the service has not numbered yet: negative, and the same for the same UUID, so
 * that later changes of the row name it alike.
 */
export const localIdOf = (ref: string): number => -Number.parseInt(ref.replaceAll('-', '').slice(0, 12), 16) - 1;
