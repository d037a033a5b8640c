/**
 * The letters that the PDF's font (Roboto) prints: Latin, Greek and Cyrillic, with usual signs. A test compares them with the font. What
 * is here is in the font; the font has a few signs more.
 */
const printed =
  /^[\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u0486\u0488-\u0513\u1E80-\u1E85\u1E9E\u1EA0-\u1EF9\u2010\u2011\u2013-\u2015\u2018-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2116\u2122\u2212\n]$/u;

/** The letters of texts that a PDF cannot print, each once, in their order. Marks that belong to a letter are composed with it first. */
export function unprintable(...texts: readonly string[]): string[] {
  const letters = texts.flatMap((text) => Array.from(text.normalize('NFC')));
  return [...new Set(letters.filter((letter) => !printed.test(letter)))];
}

/** Why a text is not printed, with what to do; null if it is. `what` names the text: “The name of the customer”. */
export function unprintableWords(what: string, text: string): string | null {
  const letters = unprintable(text);
  if (letters.length === 0) return null;
  const some = letters.slice(0, 5).join(' ');
  return `${what} has letters that an invoice cannot print: ${some}${letters.length > 5 ? ' …' : ''}. Write it in Latin, Greek or Cyrillic letters.`;
}
