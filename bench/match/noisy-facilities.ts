import type { FacilityTarget } from '#domain/mapping/facility/facility-index.ts';

/** A noisy spelling of a facility's name, with its city and state unchanged, and the intended facility. */
export type NoisyQuery = { readonly name: string; readonly city: string; readonly state: string; readonly answer: number };

/** Mulberry32: the same seed gives the same list on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function anyOf<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

const TAILS = [
  'HOSPITAL',
  'MEDICAL CENTER',
  'REGIONAL MEDICAL CENTER',
  'COMMUNITY HOSPITAL',
  'MEMORIAL HOSPITAL',
  'HEALTH CENTER',
  'REHABILITATION HOSPITAL',
  'GENERAL HOSPITAL',
  'SURGERY CENTER',
  'NURSING AND REHABILITATION CENTER',
];

/**
 * `count` facilities derived from real ones: distinctive words of one or two names, a usual ending, the location of a third.
 * Names are unique within a city.
 */
export function synthesise(real: readonly FacilityTarget<string>[], count: number, seed: number): FacilityTarget<number>[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => anyOf(list, random);
  const made: FacilityTarget<number>[] = [];
  const taken = new Set<string>();
  while (made.length < count) {
    const place = pick(real);
    const words = distinctiveWords(pick(real).name);
    const more = random() < 0.35 ? distinctiveWords(pick(real).name).slice(0, 1) : [];
    const name = [
      ...words.slice(0, 1 + Math.floor(random() * 2)),
      ...more,
      ...(random() < 0.2 ? [place.city ?? ''] : []),
      pick(TAILS),
    ]
      .join(' ')
      .trim();
    const key = `${name}|${place.city}|${place.state}`;
    if (taken.has(key)) continue;
    taken.add(key);
    const street = /^\d+\s+(.*)$/.exec(pick(real).address ?? '')?.[1] ?? 'MAIN ST';
    made.push({
      id: made.length,
      name,
      address: `${100 + Math.floor(random() * 9900)} ${street}`,
      city: place.city,
      state: place.state,
      zip: place.zip,
    });
  }
  return made;
}

const USUAL = new Set(
  'HOSPITAL MEDICAL CENTER REGIONAL COMMUNITY MEMORIAL HEALTH GENERAL OF THE AND INC LLC CTR SYSTEM'.split(' '),
);

const distinctiveWords = (name: string): string[] => {
  const words = name.split(/[^A-Z0-9']+/).filter((word) => word.length > 1 && !USUAL.has(word));
  return words.length > 0 ? words : ['UNITED'];
};

const SHORT: Readonly<Record<string, string>> = {
  HOSPITAL: 'HOSP',
  MEDICAL: 'MED',
  CENTER: 'CTR',
  REGIONAL: 'REG',
  COMMUNITY: 'COMM',
  MEMORIAL: 'MEM',
  GENERAL: 'GEN',
  SAINT: 'ST',
  REHABILITATION: 'REHAB',
  HEALTH: 'HLTH',
  MOUNT: 'MT',
};

/** `count` noisy names: abbreviations, two words swapped, one or two typos, a missing word. */
export function noisyQueries(facilities: readonly FacilityTarget<number>[], count: number, seed: number): NoisyQuery[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const facility = anyOf(facilities, random);
    let words = facility.name.split(' ').map((word) => (random() < 0.6 ? (SHORT[word] ?? word) : word));
    if (random() < 0.3) words = swapped(words, Math.floor(random() * (words.length - 1)));
    if (random() < 0.15 && words.length > 3) words.splice(Math.floor(random() * words.length), 1);
    const errors = random() < 0.4 ? (random() < 0.3 ? 2 : 1) : 0;
    for (let i = 0; i < errors; i++) words = mistyped(words, random);
    return { name: words.join(' '), city: facility.city ?? '', state: facility.state ?? '', answer: facility.id };
  });
}

function swapped(words: readonly string[], at: number): string[] {
  const copy = [...words];
  [copy[at], copy[at + 1]] = [copy[at + 1] ?? '', copy[at] ?? ''];
  return copy.filter((word) => word !== '');
}

function mistyped(words: readonly string[], random: () => number): string[] {
  const which = Math.floor(random() * words.length);
  return words.map((word, i) => {
    if (i !== which || word.length < 4) return word;
    const at = 1 + Math.floor(random() * (word.length - 2));
    const letter = String.fromCharCode(65 + Math.floor(random() * 26));
    const kind = random();
    if (kind < 0.3) return word.slice(0, at) + word.slice(at + 1);
    if (kind < 0.6) return word.slice(0, at) + letter + word.slice(at + 1);
    if (kind < 0.8) return word.slice(0, at) + letter + word.slice(at);
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  });
}
