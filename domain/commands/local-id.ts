/**
 * The temporary id of a row that a device created, until the service assigns one: negative, and computed from the UUID, so that
 * later changes of the row use the same id.
 */
export const localIdOf = (ref: string): number => -Number.parseInt(ref.replaceAll('-', '').slice(0, 12), 16) - 1;
