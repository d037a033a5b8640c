import { foldWords } from '../text/fold-text.ts';
import { STREET_KINDS, STREET_WORDS } from './facility-vocabulary.ts';

/**
 * `number` is '' if the address has none. `names` are the words of the street's name, `kinds` the words that describe it ("st",
 * "n", "hwy").
 */
export type StreetAddress = { readonly number: string; readonly names: readonly string[]; readonly kinds: readonly string[] };

const POST_BOX = /\b(?:p\.?\s*o\.?\s*)?(?:box|drawer|bx)\s*#?\s*[\w-]+/gi;
const UNIT = /\b(?:suite|ste|unit|floor|fl|bldg|building|room|rm|apt|dept|attn)\b\.?\s*#?\s*[\w-]*/gi;
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/;

/** Parses a street line. Post boxes, suites and units are left out, because they change more often than the building. */
export function streetAddress(text: string | undefined): StreetAddress {
  if (!text) return NONE;
  const words = foldWords(text.replace(POST_BOX, ' ').replace(UNIT, ' '));
  let number = '';
  const names: string[] = [];
  const kinds: string[] = [];
  for (const word of words) {
    const plain = ORDINAL.exec(word)?.[1] ?? STREET_WORDS.get(word) ?? word;
    if (!number && plain === word && /^\d+[a-z]?$/.test(word)) number = word.replace(/^0+/, '');
    else if (STREET_KINDS.has(plain)) kinds.push(plain);
    else if (!names.includes(plain)) names.push(plain);
  }
  return { number, names, kinds };
}

const NONE: StreetAddress = { number: '', names: [], kinds: [] };
