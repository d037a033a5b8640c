import { foldWords } from '../text/fold-text.ts';

/**
 * 0..1: how similar two texts are written, whatever they mean: "X-Ray Tech" is closer to "X-Ray Technician" than to "Radiology
 * Technician", and "SNF" closer to "Skilled Nursing Facility" than to "Nursing Home".
 */
export function spelledAlike(a: string, b: string): number {
  const [ours, theirs] = [foldWords(a), foldWords(b)];
  if (ours.length === 0 || theirs.length === 0) return 0;
  const [first = ''] = ours;
  if (ours.length === 1 && first.length > 2 && first === theirs.map((word) => word.charAt(0)).join('')) return 1;
  const met = ours.filter((word) => theirs.some((other) => sameStart(word, other))).length;
  return (2 * met) / (ours.length + Math.max(theirs.length, met));
}

/** Whether two words begin alike: one shortens the other, or they differ in their endings only. */
function sameStart(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  return same === shorter ? shorter >= 2 || a === b : same >= 5 && same >= shorter * 0.7;
}
