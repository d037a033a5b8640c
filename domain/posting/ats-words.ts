import { dayText } from '../query/day-number.ts';

const dayMs = 86_400_000;
/** Smaller numbers are no instants in milliseconds since 1970, as Bullhorn has them. */
const earliestInstant = 100_000_000_000;

/** Whether a number of an ATS is an instant in milliseconds since 1970. */
export const isAtsInstant = (value: number): boolean => value > earliestInstant;

/** The name of an ATS field in words: `clientBillRate` reads “Client bill rate”, `address.city` reads “Address city”. */
export function atsFieldWords(name: string): string {
  const [root = name, ...inner] = name.split('.');
  return inner.length === 0 ? spoken(root) : `${spoken(root)} ${spoken(inner.join(' ')).toLowerCase()}`;
}

/** A name of a program as words. Names with an underscore are an agency's own and stay as they are. */
function spoken(name: string): string {
  if (/[_ ]/.test(name)) return name;
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  return words
    .map((word, i) =>
      i === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : /^[A-Z]+$/.test(word) ? word : word.toLowerCase(),
    )
    .join(' ');
}

/** A value of an ATS as people read it: the day of an instant, the ids of a list, the named parts of an object. Blank for none. */
export function atsValueWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return isAtsInstant(value) ? dayText(Math.floor(value / dayMs)) : String(value);
  if (Array.isArray(value)) return value.map(atsValueWords).join(', ');
  if (typeof value === 'object') return partsInWords(value);
  return typeof value === 'string' ? value : '';
}

function partsInWords(parts: object): string {
  return Object.entries(parts)
    .flatMap(([name, part]) => {
      const words = atsValueWords(part);
      if (words === '') return [];
      return name === 'id' ? [words] : [`${atsFieldWords(name)}: ${words}`];
    })
    .join(', ');
}

/** The words of a value, cut to a length that fits into a sentence. */
export function shortValueWords(value: unknown): string {
  const words = atsValueWords(value);
  return words.length > longest ? `${words.slice(0, longest - 1)}…` : words;
}
const longest = 60;
