import type { TargetId } from '../candidate/candidate.ts';
import { type FacilityText, placeOf } from './facility-index.ts';
import { facilityNames } from './facility-name.ts';

/** A mapping that a person of this customer accepted. `times`: how often it was chosen or kept. */
export type AcceptedFacility<Id extends TargetId = TargetId> = {
  readonly source: FacilityText;
  readonly target: Id;
  readonly times: number;
};

/** Normalized text and place -> what it was mapped to. */
export type LearnedFacilities<Id extends TargetId = TargetId> = ReadonlyMap<string, ReadonlyMap<Id, number>>;

/** Collects accepted mappings. Texts with the same normalized words and place are counted together. */
export function learnFacilities<Id extends TargetId>(accepted: readonly AcceptedFacility<Id>[]): LearnedFacilities<Id> {
  const learned = new Map<string, Map<Id, number>>();
  for (const { source, target, times } of accepted) {
    const key = learnedKey(source);
    const targets = learned.get(key) ?? new Map<Id, number>();
    learned.set(key, targets.set(target, (targets.get(target) ?? 0) + times));
  }
  return learned;
}

/** A remembered target; `certainty` 0..1. */
export type Recalled<Id extends TargetId> = { readonly target: Id; readonly times: number; readonly certainty: number };

/** What this text and place was mapped to before. Undefined if it is new or two targets were chosen about equally often. */
export function recallFacility<Id extends TargetId>(
  learned: LearnedFacilities<Id>,
  query: FacilityText,
): Recalled<Id> | undefined {
  const ranked = [...(learned.get(learnedKey(query)) ?? [])].sort((a, b) => b[1] - a[1]);
  const [first] = ranked;
  if (!first) return undefined;
  const all = ranked.reduce((sum, [, times]) => sum + times, 0);
  // One choice of a person has a certainty of 0.98; each further one halves the remaining doubt.
  const certainty = Math.min(0.999, (first[1] / all) * (1 - 0.04 * 0.5 ** Math.min(first[1], 6)));
  return certainty >= 0.9 ? { target: first[0], times: first[1], certainty } : undefined;
}

function learnedKey(text: FacilityText): string {
  const { city, state, zip } = placeOf(text);
  const words = facilityNames(text.name, state)[0] ?? [];
  return [...words.map(({ word }) => word), '', city, state, zip, (text.address ?? '').toLowerCase().trim()].join(' ');
}
