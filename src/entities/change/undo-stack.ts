/** One thing a person did, with the outbox entries it became. */
export type Done = { readonly words: string; readonly entries: readonly number[] };

export const undoSteps = 50;

/** The steps with one more on top; the oldest beyond fifty is forgotten. */
export const pushed = (stack: readonly Done[], done: Done): readonly Done[] => [...stack, done].slice(-undoSteps);

/** The steps without one that was taken back (from the toast, maybe not the last). */
export const without = (stack: readonly Done[], done: Done): readonly Done[] => stack.filter((step) => step !== done);
