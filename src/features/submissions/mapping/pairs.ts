import type { ReplyOf, SentArgsOf } from '#contract/kit/endpoint.ts';
import type { acceptPairMappings, listTargetPairs, MappingRow, PairProposal } from '#contract/submissions/mapping.ts';

/** A degree with its specialty in one line; a degree without a specialty alone. */
const pairText = (degree: string, specialty: string): string => (specialty === '' ? degree : `${degree} / ${specialty}`);

/** A row of the mapping as the list shows it. Blank text: that step is missing. */
export type MappedLine = {
  readonly key: string;
  readonly source: string;
  readonly jr: string;
  readonly target: string;
  readonly row: MappingRow;
};

export function mappedLine(row: MappingRow): MappedLine {
  const { source, target } = row;
  const jr = source ?? target;
  return {
    key: `${source?.id ?? 0}/${target?.id ?? 0}`,
    source: source ? pairText(source.degree, source.specialty) : '',
    jr: jr ? pairText(jr.jrDegree, jr.jrSpecialty) : '',
    target: target ? pairText(target.degree, target.specialty) : '',
    row,
  };
}

/** A proposal as the list shows it, by the lower of its two certainties. Null `both`: the destination has no step for it. */
export type ProposedLine = {
  readonly key: string;
  readonly source: string;
  readonly jr: string;
  readonly target: string;
  readonly both: number;
  readonly row: PairProposal;
};

export function proposedLine(row: PairProposal): ProposedLine {
  const { source, target, certainty, targetCertainty } = row;
  return {
    key: `${source.degreeId}/${source.specialtyId}`,
    source: pairText(source.degree, source.specialty),
    jr: pairText(row.jrDegree, row.jrSpecialty),
    target: target ? pairText(target.degree, target.specialty) : '',
    both: Math.min(row.isSourceMapped ? 100 : certainty, target === null ? 0 : row.isTargetMapped ? 100 : targetCertainty),
    row,
  };
}

type Step = SentArgsOf<typeof acceptPairMappings>['steps'][number];

/** The steps that a proposal adds: those that no person decided about. */
export function stepsOf({ row }: ProposedLine, sourceId: number, targetId: number): Step[] {
  const { source, target, jrDegreeId, jrSpecialtyId, isSourceMapped, isTargetMapped } = row;
  const jr = { jrDegreeId, jrSpecialtyId };
  return [
    ...(isSourceMapped
      ? []
      : [{ targetId: sourceId, side: 'from' as const, degreeId: source.degreeId, specialtyId: source.specialtyId, ...jr }]),
    ...(isTargetMapped || target === null
      ? []
      : [{ targetId, side: 'to' as const, degreeId: target.degreeId, specialtyId: target.specialtyId, ...jr }]),
  ];
}

/** Steps without repetitions: several source pairs may share a step to the destination. */
export const distinct = (steps: readonly Step[]): Step[] => [
  ...new Map(steps.map((step) => [JSON.stringify(step), step])).values(),
];

/** The six choices of a new mapping, as texts of their fields; blank: not chosen yet. */
const sixChoices = ['fromDegree', 'fromSpecialty', 'jrDegree', 'jrSpecialty', 'toDegree', 'toSpecialty'] as const;
export type Choice = (typeof sixChoices)[number];
export type Choices = Readonly<Record<Choice, string>>;
export const noChoices: Choices = {
  fromDegree: '',
  fromSpecialty: '',
  jrDegree: '',
  jrSpecialty: '',
  toDegree: '',
  toSpecialty: '',
};

/** Whether a mapping can be added: all six choices are made (documented). */
export const areAllChosen = (choices: Choices): boolean => sixChoices.every((key) => Number(choices[key]) > 0);

/** After a choice: another degree clears its specialty, and a pair of the source brings the steps proposed for it where none is chosen. */
export function chosen(before: Choices, key: Choice, value: string, proposals: readonly PairProposal[]): Choices {
  const cleared = { fromDegree: 'fromSpecialty', jrDegree: null, toDegree: 'toSpecialty' } as const;
  const clears = key in cleared ? cleared[key as keyof typeof cleared] : null;
  const now: Choices = { ...before, [key]: value, ...(clears && before[key] !== value ? { [clears]: '' } : {}) };
  if (key !== 'fromDegree' && key !== 'fromSpecialty') return now;
  const found = proposals.find(
    ({ source }) => String(source.degreeId) === now.fromDegree && String(source.specialtyId) === now.fromSpecialty,
  );
  if (!found) return now;
  const text = (id: number) => (id === 0 ? '' : String(id));
  const isJrFree = now.jrDegree === '' && now.jrSpecialty === '';
  const isToFree = now.toDegree === '' && now.toSpecialty === '';
  return {
    ...now,
    ...(isJrFree && { jrDegree: text(found.jrDegreeId), jrSpecialty: text(found.jrSpecialtyId) }),
    ...(isJrFree &&
      isToFree &&
      found.target && { toDegree: text(found.target.degreeId), toSpecialty: text(found.target.specialtyId) }),
  };
}

export type TargetPairs = ReplyOf<typeof listTargetPairs>;

/** The specialties of a target for a degree: its own, and those of no degree. */
export const specialtiesFor = ({ specialties }: Pick<TargetPairs, 'specialties'>, degreeId: string) =>
  degreeId === '' ? [] : specialties.filter((one) => one.degreeId === 0 || String(one.degreeId) === degreeId);
