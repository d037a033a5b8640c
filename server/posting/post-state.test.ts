import { describe, expect, test } from 'vitest';
import { lookupSeconds } from '../targets/adapter/target-adapter.ts';
import { afterLookup, afterPost } from './post-state.ts';

const absent = { kind: 'absent' } as const;

describe('a post after its call', () => {
  test('[T7] [S8.1] only a definite reply ends it; after any other it is unknown and looked up after 30 s', () => {
    expect(afterPost({ kind: 'done', externalId: '7', words: null }, 1, lookupSeconds)).toMatchObject({
      state: 'done',
      externalId: '7',
    });
    expect(afterPost({ kind: 'refused', words: 'title: too long' }, 1, lookupSeconds)).toMatchObject({
      state: 'failed',
      words: 'title: too long',
    });
    expect(afterPost({ kind: 'unknown', words: 'timeout' }, 1, lookupSeconds)).toMatchObject({
      state: 'unknown',
      againInSeconds: 30,
    });
  });

  test('[T7] [S8.2] a call that was never sent is retried, later each time', () => {
    const waits = [1, 2, 3, 4, 9].map(
      (tries) => afterPost({ kind: 'later', words: 'no route' }, tries, lookupSeconds).againInSeconds,
    );
    expect(waits).toEqual([5, 15, 60, 300, 300]);
  });
});

describe('an unknown post after a lookup', () => {
  test('[S8.2] found means done, in any lookup', () => {
    expect(afterLookup({ kind: 'found', externalId: '9' }, 3, false, lookupSeconds)).toMatchObject({
      state: 'done',
      externalId: '9',
    });
  });

  test('[T8] [S8.2] absent: it is looked up again after 2, 5 and 15 minutes, then a person decides', () => {
    const steps = [0, 1, 2, 3].map((lookups) => afterLookup(absent, lookups, false, lookupSeconds));
    expect(steps.map((s) => s.againInSeconds)).toEqual([120, 300, 900, null]);
    expect(steps.map((s) => s.state)).toEqual(['unknown', 'unknown', 'unknown', 'human']);
  });

  test('[S8.2] a target with native idempotency gets one more send instead of a person', () => {
    expect(afterLookup(absent, 3, true, lookupSeconds)).toMatchObject({ state: 'wanted', againInSeconds: 0 });
  });

  test('[S8.2] a lookup without a reply does not count as one of the four', () => {
    expect(afterLookup({ kind: 'unknown', words: '503' }, 3, false, lookupSeconds)).toMatchObject({
      state: 'unknown',
      lookups: 3,
      againInSeconds: 900,
    });
  });
});
