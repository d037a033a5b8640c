/** The smallest key of a Canadian area; below it are the zip codes of the USA. */
const firstCanadian = 100_000;
const letterA = 65;

/**
 * The key of the place that a zip code names: its first five digits, or the first three characters of a Canadian postal code. Null if
 * the text begins with neither.
 */
export function zipKey(text: string): number | null {
  const own = text.trim().toUpperCase();
  if (/^\d{5}/.test(own)) return Number(own.slice(0, 5));
  if (!/^[A-Z]\d[A-Z]/.test(own)) return null;
  return firstCanadian + ((own.charCodeAt(0) - letterA) * 10 + Number(own.charAt(1))) * 26 + own.charCodeAt(2) - letterA;
}

/** The zip code of a key as people write it: `89501`, or `K1A`. */
export function zipText(key: number): string {
  if (key < firstCanadian) return String(key).padStart(5, '0');
  const rest = key - firstCanadian;
  const letter = (at: number): string => String.fromCharCode(letterA + at);
  return `${letter(Math.floor(rest / 260))}${Math.floor(rest / 26) % 10}${letter(rest % 26)}`;
}
