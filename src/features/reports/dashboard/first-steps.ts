/** What the first steps are judged by: rows of this device, including unsent changes. */
export type StepFacts = {
  /** All jobs, open or not. */
  readonly jobs: number;
  /** Vendor texts that people have mapped or ignored, and open jobs that still lack a mapping. */
  readonly decided: number;
  readonly unmapped: number;
  readonly posted: number;
};

export type StepId = 'bring' | 'map' | 'post';
export type Step = { readonly id: StepId; readonly isDone: boolean };

/** So many decisions teach the matching what this agency calls things. */
export const textsToMap = 10;

/** The first steps of a customer in their order. A step stays done only as long as the data says so. */
export function firstSteps({ jobs, decided, unmapped, posted }: StepFacts): readonly Step[] {
  return [
    { id: 'bring', isDone: jobs > 0 },
    // Where every text was matched on its own, there is nothing to map by hand.
    { id: 'map', isDone: decided >= textsToMap || (jobs > 0 && unmapped === 0) },
    { id: 'post', isDone: posted > 0 },
  ];
}
