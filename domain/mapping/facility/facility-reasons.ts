import type { Reason, TargetId, WordMatch } from '../candidate/candidate.ts';
import { type Measure, type Measures, valueOf } from './facility-evidence.ts';
import { facilityNames, type NameWord } from './facility-name.ts';
import type { Sought, SoughtName } from './facility-query.ts';
import type { Compared } from './facility-search.ts';
import { FACILITY_WEIGHTS } from './facility-weights.ts';

const NAME: readonly Measure[] = [
  'sourceCovered',
  'targetCovered',
  'bothCovered',
  'nameEqual',
  'rareMatched',
  'bothUnmatched',
  'tellingSource',
  'tellingTarget',
  'initials',
  'cityInName',
  'otherCityInName',
];
/** Rivals within this many log-odds (seven to one) of a candidate are mentioned. */
const CLOSE = 2;

/** Why `one` got its score: every part that could be compared, heaviest first. */
export function facilityReasons<Id extends TargetId>(
  sought: Sought,
  one: Compared<Id>,
  found: readonly Compared<Id>[],
): readonly Reason[] {
  const m = one.measures;
  const { text, place } = sought;
  const target = one.record.target;
  const reasons: Reason[] = [
    { part: 'name', agrees: Math.sqrt(valueOf(m, 'bothCovered')), weight: weigh(m, NAME), detail: nameDetail(sought, one) },
  ];
  const values = (part: Reason['part'], agrees: number, measures: readonly Measure[], source = '', mine = ''): void => {
    if (source && mine)
      reasons.push({ part, agrees, weight: weigh(m, measures), detail: { kind: 'values', source, target: mine } });
  };
  if (valueOf(m, 'kindDiffers') > 0) {
    const [source, mine] = [[...sought.kinds].join(', '), [...one.record.kinds].join(', ')];
    reasons.push({
      part: 'kind of care',
      agrees: 0,
      weight: weigh(m, ['kindDiffers']),
      detail: { kind: 'values', source, target: mine },
    });
  }
  if (valueOf(m, 'numberSame') || valueOf(m, 'numberDiffers'))
    values('street number', valueOf(m, 'numberSame'), ['numberSame', 'numberDiffers'], text.address, target.address);
  if (valueOf(m, 'streetSame') || valueOf(m, 'streetDiffers'))
    values('street', valueOf(m, 'streetSame'), ['streetSame', 'streetDiffers', 'numberAndStreet'], text.address, target.address);
  values('city', valueOf(m, 'citySame'), ['citySame', 'cityRare', 'cityDiffers'], text.city, target.city);
  values(
    'zip',
    valueOf(m, 'zipSame') || valueOf(m, 'zipNear') / 2,
    ['zipSame', 'zipNear', 'zipDiffers'],
    place.zip,
    one.record.place.zip,
  );
  values('state', 1 - valueOf(m, 'stateDiffers'), ['stateDiffers'], place.state, one.record.place.state);
  const rivals = found.filter((other) => other !== one && other.score > one.score - CLOSE);
  if (rivals.length > 0) {
    const weight = -Math.log(rivals.reduce((sum, other) => sum + Math.exp(other.score - one.score), 1));
    reasons.push({ part: 'rivals', agrees: 0, weight, detail: { kind: 'rivals', count: rivals.length } });
  }
  return reasons.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

const weigh = (m: Measures, measures: readonly Measure[]): number =>
  measures.reduce((sum, name) => sum + FACILITY_WEIGHTS[name] * valueOf(m, name), 0);

/** How the whole names match, word by word. */
function nameDetail<Id extends TargetId>(sought: Sought, one: Compared<Id>): Reason['detail'] {
  const { target, place } = one.record;
  const left = new Set(facilityNames(target.name, place.state)[0] ?? []);
  const matches: WordMatch[] = [];
  const onlySource: string[] = [];
  const name = sought.names[0];
  for (const [i, word] of (name?.words ?? []).entries()) {
    const met = name && meetWord(sought, name, i, one, left);
    if (!met) onlySource.push(word.written);
    else matches.push({ source: word.written, ...met });
  }
  return { kind: 'words', matches, onlySource, onlyTarget: [...left].map(({ written }) => written) };
}

/** The facility's word that was matched with the query's word `i`. Matched words are removed from `left`. */
function meetWord<Id extends TargetId>(
  sought: Sought,
  name: SoughtName,
  i: number,
  { record }: Compared<Id>,
  left: Set<NameWord>,
): Omit<WordMatch, 'source'> | undefined {
  const word = name.words[i];
  if (!word) return undefined;
  const numbers = new Map(record.names.flat().map((number) => [sought.wordOf(number), number]));
  const covers = (number: number | undefined): boolean => ((name.hits.get(number ?? -1)?.covers ?? 0) & (1 << i)) !== 0;
  const twin = [...left].find((other) => other.word === word.word) ?? [...left].find((other) => covers(numbers.get(other.word)));
  if (twin) {
    left.delete(twin);
    const how = twin.written === word.written ? 'same' : twin.word === word.word ? 'abbreviation' : 'similar';
    return { target: twin.written, how };
  }
  const letters = name.acronyms.find(({ at }) => at === i)?.letters;
  if (letters && record.initials.startsWith(letters)) {
    const meant = [...left].slice(0, letters.length);
    for (const one of meant) left.delete(one);
    return { target: meant.map(({ written }) => written).join(' '), how: 'initials' };
  }
  return record.cityLabel.some(covers) ? { target: (record.target.city ?? '').toLowerCase(), how: 'place' } : undefined;
}
