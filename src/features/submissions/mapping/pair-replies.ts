import { listPairMappings, listTargetPairs, proposePairMappings } from '#contract/submissions/mapping.ts';

/** What a change of a mapping of degrees and specialties makes outdated. */
export const pairReplies = [listPairMappings, listTargetPairs, proposePairMappings];
