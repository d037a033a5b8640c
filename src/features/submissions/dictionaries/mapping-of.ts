import type { SystemType } from '#contract/submissions/words.ts';

/** The direction of a mapping between dictionaries: entries of an ATS are those of a source, any other those of a destination. */
export const mappingOf = (type: SystemType, ownId: number, otherId: number) =>
  type === 2 ? { fromId: ownId, toId: otherId } : { fromId: otherId, toId: ownId };
