import { stateCode, stateNames } from '#domain/parsing/states.ts';

/** Codes that are too often something else in a search: territories, most provinces, and `in` and `or`. */
const NOT_BY_CODE = new Set('AS MP VI FM MH PW AA AE AP NB NL NS NT NU ON PE SK MB YT IN OR'.split(' '));
const CODES = new Set(stateNames.map(({ code }) => code).filter((code) => !NOT_BY_CODE.has(code)));

/** After a state's name, these make the name of a city or of a facility: "kansas city", "texas health". */
const GOES_ON = new Set(
  'city beach springs university hospital hospitals health healthcare medical general regional memorial children childrens presbyterian methodist baptist'.split(
    ' ',
  ),
);

/** A state at the start of `words`, with the number of words it takes. `texas`, `tx`, `tx/ca`, `new york`. Null for none. */
export function stateAt(words: readonly string[]): { readonly codes: readonly string[]; readonly used: number } | null {
  for (let used = Math.min(4, words.length); used > 0; used--) {
    const code = codeOf(words.slice(0, used).join(' '));
    if (code === null) continue;
    const isName = used > 1 || (words[0] ?? '').length > 2;
    if (isName && GOES_ON.has(words[used] ?? '')) return null;
    return { codes: [code], used };
  }
  const codes = (words[0] ?? '').split(/[/,&]/).map(codeOf);
  const known = codes.filter((code) => code !== null);
  return codes.length > 1 && known.length === codes.length ? { codes: known, used: 1 } : null;
}

/** The code of a state's name, or the text itself when it is no name. */
export const asStateCode = (text: string): string => (text.trim().length > 3 ? (stateCode(text) ?? text) : text);

/** Whether the word may be a part of a state. */
export const isStateWord = (word: string): boolean => STATE_WORDS.has(word) || stateAt([word]) !== null;

const STATE_WORDS = new Set(
  [...stateNames.map(({ name }) => name), 'mass calif fla tex penn d c dc n s w state pei us']
    .join(' ')
    .toLowerCase()
    .split(/[\s,.]+/),
);

function codeOf(text: string): string | null {
  const upper = text.toUpperCase();
  if (text.length === 2) return CODES.has(upper) ? upper : null;
  // Longer than three letters: "o r" would otherwise be Oregon.
  return text.length > 3 ? (stateCode(text) ?? null) : null;
}
