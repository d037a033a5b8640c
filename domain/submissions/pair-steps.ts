import type { SubmissionEntryRow, SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { SubmissionPairRow } from '#contract/rows/submission-pair.ts';

/** What a step of a mapping says, without who saved it. */
export type PairStep = Pick<SubmissionPairRow, 'targetId' | 'side' | 'degreeId' | 'specialtyId' | 'jrDegreeId' | 'jrSpecialtyId'>;
type StepField = Exclude<keyof PairStep, 'side'>;
/** What is wrong with a step, and the field that says it. */
export type StepProblem = { readonly field: StepField; readonly message: string };
type Entry = Pick<SubmissionEntryRow, 'targetId' | 'kind' | 'removed'>;

/** What lists have of a step. `within`: no other degree of the target's list has its specialty. */
export type StepFacts = {
  readonly degree: boolean;
  readonly specialty: boolean;
  readonly within: boolean;
  readonly jrDegree: boolean;
  readonly jrSpecialty: boolean;
};

/** What is wrong with a step by what its lists have of it. Null if nothing is. */
export function stepProblem({ degree, specialty, within, jrDegree, jrSpecialty }: StepFacts): StepProblem | null {
  if (!degree) return problem('degreeId', 'The target has no such degree. Choose one of its list.');
  if (!specialty) return problem('specialtyId', 'The target has no such specialty. Choose one of its list.');
  if (!within) return problem('specialtyId', 'This specialty belongs to another degree. Choose a specialty of the degree.');
  if (!jrDegree) return problem('jrDegreeId', 'Jobdock’s own list has no such degree. Choose one of it.');
  return jrSpecialty ? null : problem('jrSpecialtyId', 'Jobdock’s own list has no such specialty. Choose one of it.');
}

const problem = (field: StepField, message: string): StepProblem => ({ field, message });

/**
 * What is wrong with the entries of a step's target. `entryOf` finds an entry by id. Whether another degree has the specialty, and what
 * Jobdock's own lists have, only the form and the service know. Null if nothing is wrong.
 */
export function entryProblem(
  { targetId, degreeId, specialtyId }: Pick<PairStep, 'targetId' | 'degreeId' | 'specialtyId'>,
  entryOf: (id: number) => Entry | undefined,
): StepProblem | null {
  const isListed = (id: number, kind: SubmissionListKind) => {
    const entry = entryOf(id);
    return entry !== undefined && !entry.removed && entry.kind === kind && entry.targetId === targetId;
  };
  return stepProblem({
    degree: isListed(degreeId, 'degree'),
    specialty: specialtyId === 0 || isListed(specialtyId, 'specialty'),
    within: true,
    jrDegree: true,
    jrSpecialty: true,
  });
}

/**
 * What a target has one step for: from a source, entries mean one pair of Jobdock's own; to a destination, such a pair becomes one pair of
 * entries.
 */
export function stepKey({ targetId, side, degreeId, specialtyId, jrDegreeId, jrSpecialtyId }: PairStep): string {
  const pair = side === 'from' ? [degreeId, specialtyId] : [jrDegreeId, jrSpecialtyId];
  return [targetId, side, ...pair].join('/');
}

/** Whether two steps say the same. */
export const isSameStep = (a: PairStep, b: PairStep): boolean =>
  stepKey(a) === stepKey(b) && stepKey(otherSide(a)) === stepKey(otherSide(b));

const otherSide = (step: PairStep): PairStep => ({ ...step, side: step.side === 'from' ? 'to' : 'from' });

/** Another step of the same target for the same pair. */
export const rivalStep = <S extends PairStep & { readonly id: number }>(
  asked: PairStep & { readonly id: number },
  steps: readonly S[],
): S | undefined => steps.find((one) => one.id !== asked.id && stepKey(one) === stepKey(asked));

type Named = Pick<PairStep, 'side'> & {
  readonly degree: string;
  readonly specialty: string;
  readonly jrDegree: string;
  readonly jrSpecialty: string;
};

/** Why a step is refused while another one is for its pair: what that one says. */
export function rivalStepProblem(target: string, { side, degree, specialty, jrDegree, jrSpecialty }: Named): StepProblem {
  const [theirs, own] = [pairText(degree, specialty), pairText(jrDegree, jrSpecialty)];
  const says =
    side === 'from'
      ? `${theirs} of ${target} is mapped to ${own} of Jobdock already.`
      : `${own} of Jobdock is mapped to ${theirs} of ${target} already.`;
  return problem(side === 'from' ? 'degreeId' : 'jrDegreeId', `${says} Delete that mapping first.`);
}

/** A degree with its specialty in one line; a degree without a specialty alone. */
export const pairText = (degree: string, specialty: string): string => (specialty === '' ? degree : `${degree} / ${specialty}`);

/**
 * The mapping from a source to a destination: each step of the source with the one of the destination that follows it. Steps of the
 * destination without one of the source come last. `jrOf` names what a step means in Jobdock's own lists.
 */
export function mappedBetween<S>(
  from: readonly S[],
  to: readonly S[],
  jrOf: (step: S) => string | number,
): { source: S | null; target: S | null }[] {
  const byJr = new Map(to.map((step) => [jrOf(step), step]));
  const followed = new Set(from.map(jrOf));
  return [
    ...from.map((source) => ({ source, target: byJr.get(jrOf(source)) ?? null })),
    ...to.flatMap((target) => (followed.has(jrOf(target)) ? [] : [{ source: null, target }])),
  ];
}

/** The pair of Jobdock's own lists that a step names. */
export const jrKey = ({ jrDegreeId, jrSpecialtyId }: Pick<PairStep, 'jrDegreeId' | 'jrSpecialtyId'>): string =>
  `${jrDegreeId}/${jrSpecialtyId}`;
