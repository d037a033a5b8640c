import type { PairProposal } from '#contract/submissions/mapping.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { isSameStep, jrKey, type PairStep, pairText, rivalStep, rivalStepProblem } from '#domain/submissions/pair-steps.ts';
import type { Between } from './between.ts';
import type { HeldPairs, HeldRow, HeldStep, PairLists } from './held-pairs.ts';

/** A row of the mapping as the list shows it. Blank text: that step is missing. */
export type MappedLine = {
  readonly key: string;
  readonly source: string;
  readonly jr: string;
  readonly target: string;
  readonly row: HeldRow;
};

export function mappedLine(row: HeldRow): MappedLine {
  const { source, target } = row;
  const jr = source ?? target;
  return {
    key: `${keyOf(source)}/${keyOf(target)}`,
    source: source ? pairText(source.degree, source.specialty) : '',
    jr: jr ? pairText(jr.jrDegree, jr.jrSpecialty) : '',
    target: target ? pairText(target.degree, target.specialty) : '',
    row,
  };
}

/** The same before and after the service has given a step its id. */
const keyOf = (step: HeldStep | null): string | number => step?.ref ?? step?.id ?? 0;

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

/** The steps that a proposal adds: those that no person decided about. */
export function stepsOf({ row }: ProposedLine, sourceId: number, targetId: number): PairStep[] {
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
export const distinct = (steps: readonly PairStep[]): PairStep[] => [
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
  return key === 'fromDegree' || key === 'fromSpecialty' ? withProposed(now, proposals) : now;
}

/** The choices with the steps that are proposed for the pair of the source, where none is chosen. */
export function withProposed(now: Choices, proposals: readonly PairProposal[]): Choices {
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

/** The specialties of a target for a degree: its own, and those of no degree. */
export const specialtiesFor = ({ specialties }: Pick<PairLists, 'specialties'>, degreeId: string) =>
  degreeId === '' ? [] : specialties.filter((one) => one.degreeId === 0 || String(one.degreeId) === degreeId);

/** The proposals that the steps of this device leave open: what was mapped or deleted since the service made them is taken into account. */
export function openProposals(proposals: readonly PairProposal[], { steps }: Pick<HeldPairs, 'steps'>): PairProposal[] {
  const from = new Map(steps.flatMap((step) => (step.side === 'from' ? [[step.specialtyId, step] as const] : [])));
  const to = new Map(steps.flatMap((step) => (step.side === 'to' ? [[jrKey(step), step] as const] : [])));
  return proposals.flatMap((proposal) => {
    const known = from.get(proposal.source.specialtyId);
    // A step that was deleted since: the service has not said yet what it proposes in its place.
    if (!known && proposal.isSourceMapped) return [];
    const jr = known ?? proposal;
    const end = to.get(jrKey(jr));
    if (known && end) return [];
    const isSameEnd = jrKey(jr) === jrKey(proposal) && !proposal.isTargetMapped;
    const target = end ? entriesOf(end) : isSameEnd ? proposal.target : null;
    return [
      {
        source: proposal.source,
        jrDegreeId: jr.jrDegreeId,
        jrSpecialtyId: jr.jrSpecialtyId,
        jrDegree: jr.jrDegree,
        jrSpecialty: jr.jrSpecialty,
        certainty: known ? 100 : proposal.certainty,
        target,
        targetCertainty: end ? 100 : target ? proposal.targetCertainty : 0,
        isSourceMapped: known !== undefined,
        isTargetMapped: end !== undefined,
      },
    ];
  });
}

const entriesOf = ({ degreeId, specialtyId, degree, specialty }: HeldStep) => ({ degreeId, specialtyId, degree, specialty });

/** How many specialties of the source there are, and how many have both steps. */
export function mappedCounts({ from, rows }: HeldPairs): { readonly total: number; readonly mapped: number } {
  const whole = new Set(rows.flatMap(({ source, target }) => (source && target ? [source.specialtyId] : [])));
  return { total: from.specialties.length, mapped: from.specialties.filter(({ id }) => whole.has(id)).length };
}

/** The two steps of six choices. */
export function chosenSteps(choices: Choices, { source, destination }: Between): readonly [PairStep, PairStep] {
  const id = (key: Choice) => Number(choices[key]);
  const jr = { jrDegreeId: id('jrDegree'), jrSpecialtyId: id('jrSpecialty') };
  return [
    { targetId: source.id, side: 'from', degreeId: id('fromDegree'), specialtyId: id('fromSpecialty'), ...jr },
    { targetId: destination.id, side: 'to', degreeId: id('toDegree'), specialtyId: id('toSpecialty'), ...jr },
  ];
}

/** The steps of these that are not there yet. */
export const missingSteps = (steps: readonly PairStep[], { steps: held }: Pick<HeldPairs, 'steps'>): PairStep[] =>
  steps.filter((step) => !held.some((one) => isSameStep(one, step)));

/** Why steps cannot be added, by the choice that says it: another one is for the pair. Empty if they can. */
export function stepProblems(
  steps: readonly PairStep[],
  { steps: held }: Pick<HeldPairs, 'steps'>,
  { source, destination }: Between,
): Readonly<Record<string, string>> {
  const missing = missingSteps(steps, { steps: held });
  if (missing.length === 0) return { '': 'It is there already' };
  const problems: Record<string, string> = {};
  for (const step of missing) {
    const rival = rivalStep({ ...step, id: 0 }, held);
    if (!rival) continue;
    const isFrom = step.side === 'from';
    problems[isFrom ? 'fromDegree' : 'jrDegree'] = rivalStepProblem(isFrom ? source.name : destination.name, rival).message;
  }
  return problems;
}

/** The change that adds a step. `ref` is a new UUID. */
export const addedStep = (step: PairStep, ref: string): Change => ({
  name: 'submissionPair.save.v1',
  args: { id: localIdOf(ref), ref, ...step },
});

/** The change that removes a step. */
export const removedStep = ({ id, ref, targetId, degreeId, specialtyId }: HeldStep): Change => ({
  name: 'submissionPair.remove.v1',
  args: { id, ref, targetId, degreeId, specialtyId },
});
