import { zipKey, zipText } from '../places/zip-key.ts';

type Near = { readonly kind: 'near'; readonly zip: string; readonly miles: number };

/** Miles around a zip code where a query names none. */
const usualMiles = 50;
/** More than this is no distance to a place of work. */
const mostMiles = 1000;

/** A zip code and miles as a query writes them: `89501~50`, `89501`, `k1a~20`. Null if the text is none. */
export function nearOf(text: string): Near | null {
  const [zip = '', miles = String(usualMiles), ...more] = text.replaceAll('"', '').split('~');
  const distance = /^\d{1,4}(\.\d{1,2})?$/.test(miles) ? Number(miles) : Number.NaN;
  return isZip(zip) && more.length === 0 && distance <= mostMiles ? nearZip(zip, distance) : null;
}

/** `near 89501`, `within 50 miles of 89501` or `20 miles from 89501` at the start of words in lower case. Null if they say no such thing. */
export function nearAt(words: readonly string[]): { readonly used: number; readonly near: Near } | null {
  const read =
    /^(?:near|around|nearby|close to) (?<zip>\S+)(?: |$)/.exec(words.slice(0, 3).join(' ')) ??
    /^(?:within )?(?<miles>\d{1,3}) ?(?:mi|miles?) (?:of|from|around) (?<zip>\S+)(?: |$)/.exec(words.slice(0, 5).join(' '));
  const zip = read?.groups?.['zip'];
  if (!read || zip === undefined || !isZip(zip)) return null;
  return { used: read[0].trim().split(' ').length, near: nearZip(zip, Number(read.groups?.['miles'] ?? usualMiles)) };
}

/** Whether the text is a whole zip code: `89501`, `89501-1234`, `K1A` or `K1A 0B1`. */
export const isZip = (text: string): boolean => /^(\d{5}(-\d{4})?|[a-z]\d[a-z]( ?\d[a-z]\d)?)$/i.test(text.trim());

/** The part of a query for so many miles around a whole zip code. */
export const nearZip = (zip: string, miles: number): Near => ({ kind: 'near', zip: zipText(zipKey(zip) ?? 0), miles });
