/**
 * Whether a list of a target lost so many values that a person must look first: more than a third of those that it had. `removed`
 * counts the values of ours that the new list does not have.
 */
export const listShrinks = (held: number, removed: number): boolean => removed * 3 > held;
