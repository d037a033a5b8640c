/** Groups of the shell. They follow those of the screen, which a person looks up first. */
const ofTheShell = ['Everywhere', 'Go to'];
const rank = ({ group }: { readonly group: string }): number => ofTheShell.indexOf(group) + 1;

/** The shortcuts as a person reads them: those of the screen first. */
export const listedHotkeys = <T extends { readonly group: string }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => rank(a) - rank(b));

type Listed = { readonly keys: string; readonly words: string };

/** "Choose value 1" to "Choose value 9" with the keys 1 to 9 are one line: "Choose value 1…9". */
const numbered = /^(.+) ([1-9])$/;

/** The shortcuts that match every typed word, by what they do or by key. Those that differ by their number only are one line. */
export function matchingHotkeys<T extends Listed>(entries: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const nameOf = ({ keys, words: what }: Listed) => (numbered.exec(what)?.[2] === keys ? numbered.exec(what)?.[1] : undefined);
  const joined = entries.flatMap((entry): T[] => {
    const name = nameOf(entry);
    if (name === undefined) return [entry];
    return entry.keys === '1' ? [{ ...entry, keys: '1…9', words: name }] : [];
  });
  return joined.filter(({ keys, words: what }) => words.every((word) => `${what} ${keys}`.toLowerCase().includes(word)));
}
