import { describe, expect, test } from 'vitest';
import type { MutationOutcome } from '#contract/sync/sync.ts';
import { checkDependencies, checkReplay, checkSeq, gapWithin } from './check-mutation.ts';

const lane = { userId: 1, lastSeq: 5, killed: false };

describe('[S2.1] the lane', () => {
  test('an unknown lane starts with number 1 and with no other', () => {
    expect(checkSeq(null, 1, 1)).toEqual({ kind: 'open' });
    expect(checkSeq(null, 1, 2)).toEqual({ kind: 'client_unknown' });
  });
  test('another person’s lane is foreign, whatever the number is', () => {
    expect([5, 6, 9].map((seq) => checkSeq(lane, 2, seq).kind)).toEqual(['foreign', 'foreign', 'foreign']);
  });
  test('a killed lane is wiped, even for a replay', () => {
    expect([5, 6].map((seq) => checkSeq({ ...lane, killed: true }, 1, seq).kind)).toEqual(['wipe', 'wipe']);
  });
});

describe('[S2.2] the number', () => {
  test('only the next number runs; an earlier one is a replay and a later one a gap', () => {
    expect([1, 5, 6, 7].map((seq) => checkSeq(lane, 1, seq))).toEqual([
      { kind: 'replay' },
      { kind: 'replay' },
      { kind: 'run' },
      { kind: 'gap', expected: 6 },
    ]);
  });
  test('a batch whose numbers are not consecutive is a gap, and none of it runs', () => {
    expect(gapWithin([{ seq: 6 }, { seq: 7 }])).toBeNull();
    expect(gapWithin([{ seq: 6 }, { seq: 8 }])).toEqual({ expected: 7 });
    expect(gapWithin([{ seq: 6 }, { seq: 6 }])).toEqual({ expected: 7 });
  });
});

describe('[S2.2] a replay', () => {
  const outcome: MutationOutcome = { seq: 5, outcome: 'applied', rev: 9, result: { done: [7], refused: [] }, replayed: false };

  test('gets the stored outcome, marked as replayed', () => {
    const answer = checkReplay({ fingerprint: 'f', outcome }, { seq: 5, fingerprint: 'f' });
    expect(answer).toEqual({ kind: 'outcome', outcome: { ...outcome, replayed: true } });
  });
  test('with another payload is refused as a reused key', () => {
    expect(checkReplay({ fingerprint: 'f', outcome }, { seq: 5, fingerprint: 'g' })).toEqual({ kind: 'key_reused' });
  });
  test('whose result was pruned is answered as applied, without details [edge case 38]', () => {
    const answer = checkReplay(undefined, { seq: 5, fingerprint: 'f' });
    expect(answer).toEqual({ kind: 'outcome', outcome: { seq: 5, outcome: 'applied_result_gone' } });
  });
});

describe('[S2.3] what a change builds on', () => {
  test('an applied or pruned dependency lets it run, a rejected one rejects it too', () => {
    expect(checkDependencies({ seq: 6, dependsOn: [4, 5] }, [{ seq: 5, outcome: 'applied' }])).toBeNull();
    expect(checkDependencies({ seq: 6, dependsOn: [5] }, [{ seq: 5, outcome: 'rejected' }])).toMatch(/change 5/);
  });
  test('a change that depends on itself or on a later one is refused', () => {
    expect(checkDependencies({ seq: 6, dependsOn: [6] }, [])).not.toBeNull();
  });
});
