import type { Rejection, Sent } from '#server/commands/decide.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import type { Tx } from '#server/kit/db/connection.ts';

/** People label for themselves alone. */
const guardOwn = (_tx: Tx, { actor }: Sent, { userId }: { readonly userId: number }): Promise<Rejection | null> =>
  Promise.resolve(
    userId === actor.userId
      ? null
      : {
          code: 'forbidden',
          message: 'A label belongs to the person who sets it. Sign in as this person.',
          conflicts: [],
          field: 'userId',
        },
  );

/** Server-side effects of the dataset: whose a label is. */
export const datasetEffects: Pick<CommandEffects, Extract<keyof CommandEffects, `dataset${string}`>> = {
  'dataset.label.v1': { guard: guardOwn, completes: 'none' },
  'dataset.settle.v1': { guard: guardOwn, completes: 'none' },
};
