/** Rows in the order of their names. */
export const byName = <T extends { readonly name: string }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
