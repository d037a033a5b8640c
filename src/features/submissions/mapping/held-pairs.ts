import type { JrEntryRow, SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionPairRow } from '#contract/rows/submission-pair.ts';
import { jrKey, mappedBetween } from '#domain/submissions/pair-steps.ts';
import { byName } from './by-name.ts';

/** A step of a mapping with the names of its entries. */
export type HeldStep = SubmissionPairRow & {
  readonly degree: string;
  readonly specialty: string;
  readonly jrDegree: string;
  readonly jrSpecialty: string;
};
/** A row of the mapping. Null: that step is missing. */
export type HeldRow = { readonly source: HeldStep | null; readonly target: HeldStep | null };

type Named = { readonly id: number; readonly name: string };
/** The lists of a target by name. `degreeId` 0: the specialty belongs to no degree. */
export type PairLists = {
  readonly degrees: readonly Named[];
  readonly specialties: readonly (Named & { readonly degreeId: number })[];
};

/** What this device holds of the mapping from a source to a destination. */
export type HeldPairs = {
  readonly from: PairLists;
  readonly jr: { readonly degrees: readonly Named[]; readonly specialties: readonly Named[] };
  readonly to: PairLists;
  /** Steps of both, and the rows that they make. */
  readonly steps: readonly HeldStep[];
  readonly rows: readonly HeldRow[];
};

type Collections = {
  readonly steps: readonly SubmissionPairRow[];
  readonly entries: readonly SubmissionEntryRow[];
  readonly jrEntries: readonly JrEntryRow[];
};

/** Puts together what a device holds of a mapping. Entries that left their list have a name, but cannot be chosen. */
export function heldPairs({ steps, entries, jrEntries }: Collections, sourceId: number, targetId: number): HeldPairs {
  const nameOf = new Map(entries.map(({ id, name }) => [id, name]));
  const jrNameOf = new Map(jrEntries.map(({ id, name }) => [id, name]));
  const named = (row: SubmissionPairRow): HeldStep => ({
    ...row,
    degree: nameOf.get(row.degreeId) ?? '',
    specialty: nameOf.get(row.specialtyId) ?? '',
    jrDegree: jrNameOf.get(row.jrDegreeId) ?? '',
    jrSpecialty: jrNameOf.get(row.jrSpecialtyId) ?? '',
  });
  const of = (id: number, side: SubmissionPairRow['side']) =>
    steps.filter((row) => row.targetId === id && row.side === side && !row.purged).map(named);
  const [from, to] = [of(sourceId, 'from'), of(targetId, 'to')];
  const jrOf = (kind: JrEntryRow['kind']) => byName(jrEntries.filter((entry) => entry.kind === kind && !entry.removed));
  return {
    from: listsOf(entries, sourceId),
    jr: { degrees: jrOf('degree'), specialties: jrOf('specialty') },
    to: listsOf(entries, targetId),
    steps: [...from, ...to],
    rows: mappedBetween(from, to, jrKey),
  };
}

function listsOf(entries: readonly SubmissionEntryRow[], targetId: number): PairLists {
  const listed = entries.filter((entry) => entry.targetId === targetId && !entry.removed);
  const degrees = byName(listed.filter(({ kind }) => kind === 'degree'));
  const idOf = new Map(degrees.map(({ id, extId }) => [extId, id]));
  const specialties = byName(listed.filter(({ kind }) => kind === 'specialty'));
  return {
    degrees,
    specialties: specialties.map(({ id, name, degreeExtId }) => ({
      id,
      name,
      degreeId: degreeExtId === '' ? 0 : (idOf.get(degreeExtId) ?? 0),
    })),
  };
}
