import { proposePairMappings } from '#contract/submissions/mapping.ts';

/** What accepting many proposals makes outdated. The steps themselves arrive as rows. */
export const pairReplies = [proposePairMappings];
