import type { JobRow } from '#contract/rows/jobs.ts';

/**
 * Changes whenever something about the posts of a job changes: a call, its answer, or what people did to its job order in the ATS, which
 * does not change the time of the post.
 */
export const postsMark = ({ posts }: Pick<JobRow, 'posts'>): string => JSON.stringify(posts);
