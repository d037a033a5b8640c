import { buildTermIndex, termCandidates } from '../mapping/term/term-index.ts';
import type { TermIndex } from '../mapping/term/term-types.ts';

/** An entry of a list. */
export type ListTerm = { readonly id: number; readonly name: string };
/** A specialty of a target; `degreeId` 0 and a blank degree: of every degree. */
export type TargetSpecialty = ListTerm & { readonly degreeId: number; readonly degree: string };
export type TargetLists = { readonly degrees: readonly ListTerm[]; readonly specialties: readonly TargetSpecialty[] };
export type JrLists = { readonly degrees: readonly ListTerm[]; readonly specialties: readonly ListTerm[] };

/** A degree with a specialty, by ids. */
type PairIds = { readonly degreeId: number; readonly specialtyId: number };
/** A proposed step. `certainty` 0 to 100: the probability that both its degree and its specialty are right. */
export type ProposedPair = PairIds & { readonly certainty: number };
/** The names of a degree and a specialty. */
export type PairNames = { readonly degree: string; readonly specialty: string };

/** Below this certainty, none of a list is more likely than one of it: nothing is proposed. */
const leastCertainty = 50;
/** A specialty such as “CNA - LTC” under the degree RN names a degree of its own, if it does so without doubt. */
const ownDegreeCertainty = 95;

/** What platforms call groups of Jobdock's own degrees, beside the names themselves. */
const groupNames: Readonly<Record<string, readonly string[]>> = {
  Administrative: ['Admin', 'Non-Clerical', 'Non-Clinical', 'Clerical'],
  'Allied Health': ['Allied', 'Other Clinician'],
  Dentist: ['Dentistry'],
  'Laboratory Technologist': ['Laboratory', 'Medical Laboratory'],
  Pharmacist: ['Pharmacy'],
  Physician: ['Provider', 'Doctor'],
  'Radiology Technologist': ['Radiology', 'Imaging'],
  'Rehabilitation Therapist': ['Therapy', 'Rehab', 'Therapy Rehab'],
  'Social Worker': ['Social Work'],
};

type Found = { readonly id: number; readonly certainty: number };
const bestOf = (index: TermIndex<number>, text: string, degree?: string): Found | undefined =>
  termCandidates(index, degree === undefined ? { text } : { text, degree }, 1)[0];

/** Both right, taken as independent: never more than the less certain of them. */
const both = (a: number, b: number): number => Math.round((a * b) / 100);

/** Platforms put signs before names of groups that are not to be used; the name itself is what counts. */
const plain = (name: string): string => name.replace(/^[\s*]+/, '');

/** Lists have few degrees and many specialties: each degree is looked for once. */
function remembered(find: (text: string) => Found | undefined): (text: string) => Found | undefined {
  const known = new Map<string, Found | undefined>();
  return (text) => {
    if (!known.has(text)) known.set(text, find(text));
    return known.get(text);
  };
}

/** Proposes the step from names of a target to Jobdock's own list. Null: nothing of the list fits. */
export function proposerToJr(jr: JrLists): (names: PairNames) => ProposedPair | null {
  const named = jr.degrees.map(({ id, name }) => ({ id, name, aliases: groupNames[name] ?? [] }));
  const degrees = buildTermIndex('degree', named);
  const givenDegree = remembered((text) => bestOf(degrees, text));
  const specialties = buildTermIndex('specialty', jr.specialties);
  const nameOf = new Map(jr.degrees.map(({ id, name }) => [id, name]));
  return ({ degree, specialty }) => {
    const own = bestOf(degrees, plain(specialty));
    const given = degree === '' ? undefined : givenDegree(plain(degree));
    const best = own && (own.certainty >= ownDegreeCertainty || !given || given.certainty < leastCertainty) ? own : given;
    if (!best || best.certainty < leastCertainty) return null;
    const found = bestOf(specialties, plain(specialty), nameOf.get(best.id));
    if (!found || found.certainty < leastCertainty) return null;
    const certainty = both(best.certainty, found.certainty);
    return certainty < leastCertainty ? null : { degreeId: best.id, specialtyId: found.id, certainty };
  };
}

/** Finds the degree of a target that one of Jobdock's own means, for specialties that belong to no degree. */
export function degreeFinder(degrees: readonly ListTerm[]): (jrDegree: string) => Found | null {
  const index = buildTermIndex(
    'degree',
    degrees.map(({ id, name }) => ({ id, name: plain(name) })),
  );
  const find = remembered((text) => bestOf(index, text));
  return (jrDegree) => {
    const found = find(jrDegree);
    return found && found.certainty >= leastCertainty ? found : null;
  };
}

/** Proposes the step from names of Jobdock's own list to the lists of a target. Null: nothing of them fits. */
export function proposerToTarget(lists: TargetLists): (names: PairNames) => ProposedPair | null {
  const degreeOf = degreeFinder(lists.degrees);
  const specialties = buildTermIndex(
    'specialty',
    lists.specialties.map(({ id, name, degree }) => (degree === '' ? { id, name } : { id, name, degree: plain(degree) })),
  );
  const belongsTo = new Map(lists.specialties.map(({ id, degreeId }) => [id, degreeId]));
  return ({ degree, specialty }) => {
    const found = bestOf(specialties, specialty, degree);
    if (!found || found.certainty < leastCertainty) return null;
    const belongs = belongsTo.get(found.id) ?? 0;
    const given = belongs === 0 ? degreeOf(degree) : { id: belongs, certainty: 100 };
    if (!given) return null;
    const certainty = both(given.certainty, found.certainty);
    return certainty < leastCertainty ? null : { degreeId: given.id, specialtyId: found.id, certainty };
  };
}
