import type { TargetId } from '../candidate/candidate.ts';

import type { TermReading } from './term-readings.ts';
import { ROLES } from './term-roles.ts';
import type { TermMeasures, TermName, TermRecord } from './term-types.ts';
import { likenessOf, type TermWord } from './term-words.ts';

/** A prepared term text: its names, the job's degree, and how distinctive each unit is. */
export type TermSought = {
  readonly names: readonly TermReading[];
  readonly degree: readonly TermWord[];
  readonly rarity: (word: string) => number;
  /** Share of all names in the list that have the unit. */
  readonly shareOf: (word: string) => number | undefined;
};

/** Compares a text with one term: the best pair of their names, and the degrees. */
export function measureTerm<Id extends TargetId>(sought: TermSought, record: TermRecord<Id>): TermMeasures {
  let best: NameMeasures = NO_NAME;
  for (const source of sought.names) {
    for (const target of record.names) {
      const measures = measureNames(source.words, target, sought, record, source.roleOmitted);
      if (worth(measures) > worth(best)) best = measures;
    }
  }
  const described = sought.names[0]?.words ?? [];
  const weights = described.map(({ word }) => sought.rarity(word));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const met = described.reduce((sum, { word }, i) => sum + (record.description.has(word) ? (weights[i] ?? 0) : 0), 0);
  return {
    ...best,
    described: whole > 0 ? met / whole : 0,
    habit: habitOf(sought, record),
    ...measureDegree(sought.degree, record.degree),
  };
}

/**
 * How much more frequent the text's words are in this term's names than in all names (logarithms, smoothed). Many short names
 * together tell more than the best single one.
 */
function habitOf<Id extends TargetId>(sought: TermSought, record: TermRecord<Id>): number {
  const words = sought.names[0]?.words ?? [];
  let sum = 0;
  for (const { word } of words) {
    const everywhere = sought.shareOf(word);
    if (everywhere === undefined) continue;
    const here = ((record.counts.get(word) ?? 0) + SMOOTHING * everywhere) / (record.names.length + SMOOTHING);
    sum += Math.log(here / everywhere);
  }
  return words.length > 0 ? Math.max(-1, Math.min(1, sum / 8)) : 0;
}

const SMOOTHING = 0.5;

type NameMeasures = Pick<
  TermMeasures,
  | 'sourceCovered'
  | 'targetCovered'
  | 'bothCovered'
  | 'nameEqual'
  | 'textEqual'
  | 'rareMatched'
  | 'bothUnmatched'
  | 'headSame'
  | 'roleMissing'
  | 'ownName'
>;

const NO_NAME: NameMeasures = {
  sourceCovered: 0,
  targetCovered: 0,
  bothCovered: 0,
  nameEqual: 0,
  textEqual: 0,
  rareMatched: 0,
  bothUnmatched: 1,
  headSame: 0,
  roleMissing: 0,
  ownName: 0,
};

const worth = (m: NameMeasures): number =>
  m.textEqual + m.bothCovered + 0.5 * m.sourceCovered + 0.2 * m.targetCovered + m.nameEqual;

function measureNames<Id extends TargetId>(
  source: readonly TermWord[],
  { words: target, own }: TermName,
  sought: TermSought,
  record: TermRecord<Id>,
  roleOmitted: boolean,
): NameMeasures {
  const [sourceTotal, sourceMet] = covered(source, target, (word) => sought.rarity(word));
  // With the degree RN, "ICU RN" is the same as "ICU": the degree's words add nothing, and the job's degree covers them.
  const ownDegree = new Set(record.degree.map(({ word }) => word));
  const [targetTotal, targetMet] = covered(
    target,
    [...source, ...sought.degree],
    (word) => sought.rarity(word) * (ownDegree.has(word) ? 0.2 : 1),
  );
  const [forward, back] = [sourceTotal > 0 ? sourceMet / sourceTotal : 0, targetTotal > 0 ? targetMet / targetTotal : 0];
  return {
    sourceCovered: forward,
    targetCovered: back,
    bothCovered: forward * back,
    nameEqual: forward > 0.999 && back > 0.999 ? 1 : 0,
    textEqual: written(source, sought.degree) === written(target, record.degree) ? 1 : 0,
    rareMatched: Math.min(sourceMet, 15) / 15,
    bothUnmatched: Math.min(sourceTotal - sourceMet, targetTotal - targetMet, 10) / 10,
    headSame: likenessOf(source.at(-1)?.word ?? '', target.at(-1)?.word ?? ''),
    roleMissing: roleOmitted ? 1 : roleMissing(source, target),
    ownName: own ? forward * back : 0,
  };
}

/** The words as written, without those of the degree: distinguishes "IMC" from "PCU", which mean the same. */
const written = (words: readonly TermWord[], degree: readonly TermWord[]): string =>
  words.flatMap((one) => (words.length > 1 && degree.some((other) => other.word === one.word) ? [] : [one.written])).join(' ');

/** 1 if the text names a role and the term's name has no similar one. */
function roleMissing(source: readonly TermWord[], target: readonly TermWord[]): number {
  const role = source.at(-1)?.word ?? '';
  return ROLES.has(role) && target.every((other) => likenessOf(role, other.word) < 0.5 && !other.word.endsWith(role)) ? 1 : 0;
}

function covered(
  words: readonly TermWord[],
  by: readonly TermWord[],
  weigh: (word: string) => number,
): readonly [total: number, met: number] {
  let total = 0;
  let met = 0;
  for (const { word } of words) {
    const weight = weigh(word);
    total += weight;
    met += weight * by.reduce((most, other) => Math.max(most, likenessOf(word, other.word)), 0);
  }
  return [total, met];
}

function measureDegree(
  source: readonly TermWord[],
  target: readonly TermWord[],
): Pick<TermMeasures, 'degreeSame' | 'degreeDiffers'> {
  if (source.length === 0 || target.length === 0) return { degreeSame: 0, degreeDiffers: 0 };
  const likeness = source.reduce((most, { word }) => Math.max(most, ...target.map((other) => likenessOf(word, other.word))), 0);
  return { degreeSame: likeness, degreeDiffers: 1 - likeness };
}
