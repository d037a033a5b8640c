/** Groups of the shell. They follow those of the screen, which a person looks up first. */
const ofTheShell = ['Everywhere', 'Go to'];
const rank = ({ group }: { readonly group: string }): number => ofTheShell.indexOf(group) + 1;

/** The shortcuts as a person reads them: those of the screen first. */
export const listedHotkeys = <T extends { readonly group: string }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => rank(a) - rank(b));
