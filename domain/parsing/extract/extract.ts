import type { Reading } from '../../ai/reading.ts';
import { clausesOf } from './clauses.ts';
import { type CertainRate, extractRate } from './extract-rate.ts';
import { type CertainShift, extractShift } from './extract-shift.ts';
import { plainText } from './plain-text.ts';

/** What the built-in reader found, with its certainty of each value, 0 to 100. */
export type CertainReading = Reading & { readonly shift: CertainShift | null; readonly rate: CertainRate | null };

/** Descriptions are read up to this length, in characters; what is behind it is not read. */
const LONGEST_DESCRIPTION = 1_000_000;

/**
 * Reads the shift and the bill rate from a description that is HTML or text, in time linear to its length. Each `substring` is in the
 * description exactly as it is. A value that the description does not say, or says twice in different ways, is null.
 */
export function read(description: string): CertainReading {
  const plain = plainText(description.slice(0, LONGEST_DESCRIPTION));
  const clauses = clausesOf(plain);
  return { shift: extractShift(plain, clauses), rate: extractRate(plain, clauses) };
}
