import { atsValueWords } from '../ats-words.ts';
import { type Difference, differences, isNormalized } from '../read-back.ts';

/** What people did to a job order in its target. */
export type DriftKind = 'changed' | 'closed' | 'deleted';

/** One field that differs: what was sent, and what is there now. */
export type DriftField = Pick<Difference, 'field' | 'sent' | 'stored'>;

export type Drift = { readonly kind: DriftKind; readonly fields: readonly DriftField[] };

/** Values of a target that a person kept, by field. */
type KeptThere = Readonly<Record<string, { readonly theirs: unknown }>>;

/** What a target shows of a job order: its values by field, and whether it is still worked on; or that it is gone. */
type Shown =
  | { readonly kind: 'found'; readonly values: Readonly<Record<string, unknown>>; readonly open: boolean | null }
  | { readonly kind: 'absent' };

/**
 * What others changed in a job order, from three sides: what was last sent, what is there now, and what a person already kept. Null
 * if nothing. A value that the target only normalized is no change, and neither is one that a person kept and no one changed since.
 */
export function driftOf(sent: Readonly<Record<string, unknown>>, kept: KeptThere, shown: Shown): Drift | null {
  if (shown.kind === 'absent') return { kind: 'deleted', fields: [] };
  const fields = differences(sent, shown.values).filter((one) => !isNormalized(one) && !isStillKept(kept, one));
  if (fields.length === 0) return null;
  const isClosed = shown.open === false && fields.some(({ sent: ours }) => typeof ours === 'boolean');
  return {
    kind: isClosed ? 'closed' : 'changed',
    fields: fields.map(({ field, sent: ours, stored }) => ({ field, sent: ours, stored })),
  };
}

function isStillKept(kept: KeptThere, { field, stored }: DriftField): boolean {
  const held = kept[field];
  return held !== undefined && differences({ [field]: held.theirs }, { [field]: stored }).length === 0;
}

const longest = 160;
/** What is shown before the first difference of two long texts. */
const ahead = 40;

/**
 * Both values of a field in words, blank for none: a day for an instant, the ids of a list, the parts of an object. Of long texts, the
 * part where they begin to differ.
 */
export function bothWords({ sent, stored }: Pick<DriftField, 'sent' | 'stored'>): { ours: string; theirs: string } {
  const [ours, theirs] = [atsValueWords(sent), atsValueWords(stored)];
  if (ours.length <= longest && theirs.length <= longest) return { ours, theirs };
  let same = 0;
  while (same < ours.length && ours[same] === theirs[same]) same++;
  const from = Math.max(0, same - ahead);
  const part = (words: string) => {
    const cut = words.slice(from, from + longest);
    return `${from > 0 && words !== '' ? '…' : ''}${cut}${words.length > from + longest ? '…' : ''}`;
  };
  return { ours: part(ours), theirs: part(theirs) };
}
