import type { Split } from './dataset-line.ts';

/** One in so many rows is for tests, and one in so many is labeled by two people. */
const oneTestIn = 5;
const oneTwiceIn = 10;

const digitsOf = (digest: string, from: number): number => Number.parseInt(digest.slice(from, from + 6), 16) || 0;

/** Whether a text is for tests, by the digest of the text (hex, at least 12 digits): the same text is always on the same side. */
export const splitOf = (digest: string): Split => (digitsOf(digest, 0) % oneTestIn === 0 ? 'test' : 'dev');

/** Whether a second person labels the text, by other digits of its digest. */
export const needsSecond = (digest: string): boolean => digitsOf(digest, 6) % oneTwiceIn === 0;
