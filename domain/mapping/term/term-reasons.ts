import type { Reason, TargetId, WordMatch } from '../candidate/candidate.ts';
import { TERM_MEASURES, type TermMeasure } from './term-measures.ts';
import type { ComparedTerm, TermKind, TermText } from './term-types.ts';
import { TERM_WEIGHTS } from './term-weights.ts';
import { likenessOf, spellingBook, termWords } from './term-words.ts';

const NAME = TERM_MEASURES.filter((measure) => measure !== 'degreeSame' && measure !== 'degreeDiffers');
const CLOSE = 1;
/** A conflict limits the certainty and is no measure; it is drawn with the weight of a different degree. */
const AGAINST = TERM_WEIGHTS.degreeDiffers;

/** Why a term got its score, heaviest part first. */
export function termReasons<Id extends TargetId>(
  kind: TermKind,
  query: TermText,
  one: ComparedTerm<Id>,
  found: readonly ComparedTerm<Id>[],
): readonly Reason[] {
  const m = one.measures;
  const weigh = (names: readonly TermMeasure[]): number => names.reduce((sum, name) => sum + TERM_WEIGHTS[name] * m[name], 0);
  const { target } = one.record;
  const reasons: Reason[] = [
    { part: kind, agrees: Math.sqrt(m.bothCovered), weight: weigh(NAME), detail: errorMessage(query.text, target.name) },
  ];
  if (kind === 'specialty' && query.degree && target.degree) {
    const detail = { kind: 'values', source: query.degree, target: target.degree } as const;
    reasons.push({ part: 'degree', agrees: m.degreeSame, weight: weigh(['degreeSame', 'degreeDiffers']), detail });
  }
  if (one.conflict) {
    const detail = { kind: 'values', ...one.conflict } as const;
    reasons.push({ part: 'credential', agrees: 0, weight: AGAINST, detail });
  }
  const rivals = found.filter((other) => other !== one && other.score > one.score - CLOSE);
  if (rivals.length > 0) {
    const weight = -Math.log(rivals.reduce((sum, other) => sum + Math.exp(other.score - one.score), 1));
    reasons.push({ part: 'rivals', agrees: 0, weight, detail: { kind: 'rivals', count: rivals.length } });
  }
  return reasons.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

const SPELLINGS = spellingBook();

function errorMessage(text: string, name: string): Reason['detail'] {
  const left = new Set(termWords(name, SPELLINGS));
  const matches: WordMatch[] = [];
  const onlySource: string[] = [];
  for (const word of termWords(text, SPELLINGS)) {
    const ranked = [...left]
      .map((other) => ({ other, likeness: likenessOf(word.word, other.word) }))
      .sort((a, b) => b.likeness - a.likeness);
    const best = ranked[0];
    if (!best || best.likeness === 0) {
      onlySource.push(word.written);
      continue;
    }
    left.delete(best.other);
    const how = best.other.written === word.written ? 'same' : best.likeness === 1 ? 'abbreviation' : 'similar';
    matches.push({ source: word.written, target: best.other.written, how });
  }
  return { kind: 'words', matches, onlySource, onlyTarget: [...left].map(({ written }) => written) };
}
