import fc from 'fast-check';
import type { JobRow } from '#contract/rows/jobs.ts';
import { withReceipt } from '#domain/posting/receipts.ts';

/** Posts of a random job to different targets. */
export const somePosts = (maxLength: number) =>
  fc.uniqueArray(
    fc.record({
      targetId: fc.constantFrom(1, 2, 12),
      state: fc.constantFrom('wanted' as const, 'done' as const, 'failed' as const, 'human' as const),
      externalId: fc.option(fc.constant('4711')),
      drift: fc.option(fc.constantFrom('changed' as const, 'deleted' as const), { nil: undefined }),
    }),
    { selector: ({ targetId }) => targetId, maxLength },
  );
type Posts = ReturnType<typeof somePosts> extends fc.Arbitrary<infer P> ? P : never;

/** A job with these posts. */
export const withPosts = (job: JobRow, posts: Posts): JobRow =>
  posts.reduce(
    (posted, post) =>
      withReceipt(posted, { ...post, reference: `R${job.id}`, words: null, at: '2026-11-20T00:00:00.000Z', tries: 1 }),
    job,
  );
