import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairLink, PairProposal } from '#contract/submissions/mapping.ts';
import { autoAcceptCertainty } from '#domain/mapping/text/value-key.ts';
import { degreeFinder, proposerToJr, proposerToTarget } from '#domain/submissions/propose-pairs.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { degreesOf, specialtiesOf } from '../lists/read-entries.ts';
import { jrLists } from './jr-lists.ts';
import { pairLinks } from './pair-links.ts';

type Between = { readonly customerId: number; readonly sourceId: number; readonly targetId: number };
/** Pairs compared before other requests get their turn. */
const atOnce = 5;

/** What the matcher proposes for the pairs of a source that lack a step to a destination, the most certain first. */
export async function proposalsBetween(db: Db, { customerId, sourceId, targetId }: Between) {
  const jr = await jrLists(db);
  const [degrees, specialties] = await listsOf(db, customerId, sourceId);
  const [toDegrees, toSpecialties] = await listsOf(db, customerId, targetId);
  const links = await pairLinks(db, customerId, { targetIds: [sourceId], side: 'from' });
  // A specialty of no degree is one pair, whichever degree a person chose for it.
  const from = new Map([...byKey(links, (link) => `0/${link.specialtyId}`), ...byKey(links, sourceKey)]);
  const to = byKey(await pairLinks(db, customerId, { targetIds: [targetId], side: 'to' }), jrKey);
  const toJr = proposerToJr(jr);
  const toTarget = once(proposerToTarget({ degrees: toDegrees, specialties: toSpecialties }));
  const names = namesOf(jr.degrees, jr.specialties);
  const targetNames = namesOf(toDegrees, toSpecialties);
  const rows: PairProposal[] = [];
  let mapped = 0;
  const degreeOf = degreeFinder(degrees);
  const sourceNames = namesOf(degrees, []);
  const pairs = specialties.map(({ id, name, degree, degreeId }) => ({ specialtyId: id, specialty: name, degree, degreeId }));
  for (const [i, pair] of pairs.entries()) {
    if (i % atOnce === 0) await nextTurn();
    const known = from.get(sourceKey(pair));
    const step = known ? { degreeId: known.jrDegreeId, specialtyId: known.jrSpecialtyId, certainty: 100 } : toJr(pair);
    if (!step) continue;
    const jrNames = names(step);
    const end = to.get(jrKey({ jrDegreeId: step.degreeId, jrSpecialtyId: step.specialtyId }));
    if (known && end) {
      mapped += 1;
      continue;
    }
    const found = end ? { ...end, certainty: 100 } : toTarget(jrNames);
    const degree = pair.degreeId === 0 ? (known ? { id: known.degreeId, certainty: 100 } : degreeOf(jrNames.degree)) : null;
    if (pair.degreeId === 0 && !degree) continue;
    const source = degree
      ? { ...pair, degreeId: degree.id, degree: sourceNames({ degreeId: degree.id, specialtyId: 0 }).degree }
      : pair;
    rows.push({
      source,
      jrDegreeId: step.degreeId,
      jrSpecialtyId: step.specialtyId,
      jrDegree: jrNames.degree,
      jrSpecialty: jrNames.specialty,
      certainty: Math.round((step.certainty * (degree?.certainty ?? 100)) / 100),
      target: found && { degreeId: found.degreeId, specialtyId: found.specialtyId, ...targetNames(found) },
      targetCertainty: found?.certainty ?? 0,
      isSourceMapped: known !== undefined,
      isTargetMapped: end !== undefined,
    });
  }
  rows.sort((a, b) => certaintyOf(b) - certaintyOf(a) || b.certainty - a.certainty);
  const certain = rows.filter((row) => certaintyOf(row) >= autoAcceptCertainty).length;
  return { total: pairs.length, mapped, certain, without: pairs.length - mapped - rows.length, rows };
}

const listsOf = (db: Db, customerId: number, targetId: number) =>
  Promise.all([degreesOf(db, { customerId, targetId }), specialtiesOf(db, { customerId, targetId })]);

/** The certainty of both steps: that of the less certain one. */
const certaintyOf = ({ certainty, targetCertainty }: PairProposal): number => Math.min(certainty, targetCertainty);

const sourceKey = ({ degreeId, specialtyId }: Pick<PairLink, 'degreeId' | 'specialtyId'>) => `${degreeId}/${specialtyId}`;
const jrKey = ({ jrDegreeId, jrSpecialtyId }: Pick<PairLink, 'jrDegreeId' | 'jrSpecialtyId'>) => `${jrDegreeId}/${jrSpecialtyId}`;
const byKey = (links: readonly PairLink[], key: (link: PairLink) => string) =>
  new Map(links.map((link) => [key(link), link] as const));

type Named = readonly { readonly id: number; readonly name: string }[];
type Ids = { readonly degreeId: number; readonly specialtyId: number };

function namesOf(degrees: Named, specialties: Named): (ids: Ids) => { degree: string; specialty: string } {
  const degreeNames = new Map(degrees.map(({ id, name }) => [id, name]));
  const specialtyNames = new Map(specialties.map(({ id, name }) => [id, name]));
  return ({ degreeId, specialtyId }) => ({
    degree: degreeNames.get(degreeId) ?? '',
    specialty: specialtyNames.get(specialtyId) ?? '',
  });
}

/** Many pairs of a source mean the same JR pair, which is compared with the destination once. */
function once(find: ReturnType<typeof proposerToTarget>): typeof find {
  const known = new Map<string, ReturnType<typeof find>>();
  return (names) => {
    const key = JSON.stringify(names);
    const found = known.has(key) ? known.get(key) : find(names);
    known.set(key, found ?? null);
    return found ?? null;
  };
}
