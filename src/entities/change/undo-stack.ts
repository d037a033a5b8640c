/** One user action, with its outbox entries. */
export type Done = { readonly words: string; readonly entries: readonly number[] };

export const undoSteps = 50;

/** Adds a step on top. Removes the oldest step above fifty. */
export const pushed = (stack: readonly Done[], done: Done): readonly Done[] => [...stack, done].slice(-undoSteps);

/** Removes a step that was undone. It may not be the last, because each toast has its own Undo. */
export const without = (stack: readonly Done[], done: Done): readonly Done[] => stack.filter((step) => step !== done);
