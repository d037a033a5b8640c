const boundary = '\\b';

/** Splits a substitution rule into text and word boundaries: `\bnurse\b` is the whole word “nurse”. */
export function describePattern(rule: string): { readonly text: string; readonly whole: boolean } {
  const whole = rule.startsWith(boundary) && rule.endsWith(boundary) && rule.length >= boundary.length * 2;
  return whole ? { text: rule.slice(boundary.length, -boundary.length), whole } : { text: rule, whole: false };
}

/** The reverse: adds the boundaries for whole words. */
export const patternOf = (text: string, whole: boolean): string =>
  whole && text !== '' ? `${boundary}${text}${boundary}` : text;
