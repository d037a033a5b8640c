import type { AtsValueRow } from '#contract/rows/rows.ts';
import type { Candidate } from './candidate/candidate.ts';
import { percentOf } from './candidate/certainty.ts';
import { type SoughtValue, valueKey } from './text/value-key.ts';

/** What people of the customer's group mapped a text to in their own list, by the name and place of the value. */
export type GroupMapping = {
  readonly sought: SoughtValue;
  readonly meant: Pick<AtsValueRow, 'name' | 'city' | 'state'>;
};

/**
 * Certainty of a choice by one customer of the group, less than by our own people, and by several that agree, enough to map
 * automatically.
 */
const believed = { one: 0.94, several: 0.97 } as const;

/** A value of this customer's list that its group chose for a text, and how many customers chose it. */
export type GroupChoice = { readonly id: string; readonly times: number };
/** Choices by the slot of their text (`slotOf`). */
export type GroupChoices = ReadonlyMap<string, GroupChoice>;

const plain = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
const meaning = (kind: string, { name, city, state }: GroupMapping['meant']): string =>
  [kind, plain(name), plain(city), plain(state)].join('|');

/** The key of a text with its place or degree, independent of the source. */
export const slotOf = (sought: SoughtValue): string => `${sought.kind}/${valueKey(sought)}`;

/**
 * Translates the group's choices to this customer's list. A choice counts only if exactly one value has the same name and place
 * and the group agrees.
 */
export function learnFromGroup(values: readonly AtsValueRow[], group: readonly GroupMapping[]): GroupChoices {
  const called = new Map<string, string | null>();
  for (const value of values) {
    if (!value.active) continue;
    const key = meaning(value.kind, value);
    called.set(key, called.has(key) ? null : value.extId);
  }
  const votes = new Map<string, Map<string, number>>();
  for (const { sought, meant } of group) {
    const slot = slotOf(sought);
    const id = called.get(meaning(sought.kind, meant)) ?? null;
    if (id === null) continue;
    const ids = votes.get(slot) ?? new Map<string, number>();
    votes.set(slot, ids.set(id, (ids.get(id) ?? 0) + 1));
  }
  return new Map(
    [...votes].flatMap(([slot, ids]) => {
      const [only] = ids;
      return only && ids.size === 1 ? [[slot, { id: only[0], times: only[1] }] as const] : [];
    }),
  );
}

/** Candidates with the group's choice first, unless the matcher itself is more certain of another one. */
export function withGroup(
  found: readonly Candidate<string>[],
  learned: GroupChoice | undefined,
  limit: number,
): readonly Candidate<string>[] {
  if (!learned) return found;
  const share = learned.times > 1 ? believed.several : believed.one;
  const certainty = percentOf(share);
  const same = found.find(({ id }) => id === learned.id);
  if ((found[0]?.certainty ?? 0) >= certainty) return found;
  const weight = Math.log(share / (1 - share));
  const history = {
    part: 'history',
    agrees: 1,
    weight,
    detail: { kind: 'history', times: learned.times, whose: 'group' },
  } as const;
  const first = { id: learned.id, certainty, reasons: [history, ...(same?.reasons ?? [])] };
  const rest = found
    .filter(({ id }) => id !== learned.id)
    .map((other) => ({ ...other, certainty: Math.min(other.certainty, percentOf(1 - share)) }));
  return [first, ...rest].slice(0, limit);
}
