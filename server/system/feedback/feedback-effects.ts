import type { MapKind } from '#contract/rows/rows.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import { insertFeedback, optOutOf } from './store-feedback.ts';

/** The documented object types of texts. */
const objectTypes: Record<MapKind, number> = { facility: 1, degree: 2, specialty: 3, shift: 4 };

/** Feedback on a text's suggestion is stored with the change that sends it, so it is stored once however often a device sends it. */
export const feedbackEffects: Pick<CommandEffects, 'value.feedback.v1'> = {
  'value.feedback.v1': {
    guard: 'none',
    completes: async (_tx, { actor, customerId, now }, { id, ...answer }, { writes, before }) => {
      const kind = before.get('mapValue', id)?.kind;
      const feedback = { ...answer, objectType: kind === undefined ? null : objectTypes[kind], objectId: id };
      return { writes, statements: [insertFeedback(actor, customerId, now, feedback), ...optOutOf(actor, feedback)] };
    },
  },
};
