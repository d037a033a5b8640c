import type { MapValueRow } from '#contract/rows/rows.ts';

/** The fields of a distinct vendor text that the matcher uses. */
export type SoughtValue = Pick<MapValueRow, 'kind' | 'text' | 'within' | 'address' | 'city' | 'state' | 'zip'>;

/** The automatic run and automatic mapping at collection accept suggestions with at least this certainty (documented). */
export const autoAcceptCertainty = 95;

function plain(text: string | null): string {
  const low = (text ?? '').toLowerCase();
  return UNTIDY.test(low) ? low.replace(/\s+/g, ' ').trim() : low;
}

/** Most texts are tidy, and looking is quicker than replacing. */
const UNTIDY = /^\s|\s$|\s\s|[^\S ]/;

/**
 * The key that makes two texts of one source the same value: the text without regard to case and spacing, with its place for a
 * facility and its degree for a specialty. Never the matcher's normal form, because that may change and a stored key may not.
 */
export function valueKey(value: SoughtValue): string {
  if (value.kind === 'facility')
    return [value.text, value.city, value.state, value.zip?.slice(0, 5) ?? null].map(plain).join('|');
  if (value.kind === 'specialty') return [value.text, value.within].map(plain).join('|');
  return plain(value.text);
}
