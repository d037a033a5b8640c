import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { sound } from '../base/seams.ts';
import type { Bug } from './bug.ts';

const allRights = new Set(Object.keys(rightIds) as RightName[]);

export const serviceBugs: readonly Bug[] = [
  {
    name: 'no-dedupe',
    about: 'a consumed number is applied again',
    plant: () => ({
      knowsChanges: false,
      checkSeq: (...args) => {
        const judged = sound.checkSeq(...args);
        return judged.kind === 'replay' ? { kind: 'run' } : judged;
      },
    }),
  },
  {
    name: 'dedupe-outside-transaction',
    about: 'counter and result are committed after the effect',
    plant: () => ({ resultWith: 'own transaction' }),
  },
  {
    name: 'answer-before-commit',
    about: 'the reply is sent before the transaction is on disk',
    plant: () => ({ answersAfter: 'run' }),
  },
  {
    name: 'rev-from-sequence',
    about: 'revisions are assigned when work begins, not under the lock at its end',
    plant: () => ({ revAt: 'arrival' }),
  },
  {
    name: 'page-splits-rev',
    about: 'a page ends in the middle of a revision',
    plant: () => ({
      pageEnd: (revs, head) =>
        revs.beyond === null ? sound.pageEnd(revs, head) : { upto: revs.beyond, more: revs.beyond < head },
    }),
  },
  {
    name: 'scope-ignored',
    about: 'changed rights do not invalidate a device’s copy',
    plant: () => ({ whyVoid: (state, scope, pull) => sound.whyVoid(state, scope, { ...pull, scope: scope.hash }) }),
  },
  {
    name: 'rights-not-asked',
    about: 'a replayed change is not authorized again',
    plant: () => ({ decide: (rows, sent) => sound.decide(rows, { ...sent, actor: { ...sent.actor, rights: allRights } }) }),
  },
  {
    name: 'push-without-end',
    about: 'a long push keeps using rights that were read before it',
    from: 1_106_501,
    plant: () => ({ pushMilliseconds: Infinity }),
  },
  { name: 'unlocked-read', about: 'touched rows are read before their locks', plant: () => ({ readsAt: 'arrival' }) },
  {
    name: 'pre-values-ignored',
    about: 'the last writer wins',
    plant: () => ({ decide: (rows, sent) => sound.decide(rows, { ...sent, pre: {} }) }),
  },
  { name: 'refusal-not-consumed', about: 'a refused change keeps its number', plant: () => ({ consumesRefusals: false }) },
  {
    name: 'dependency-ignored',
    about: 'a change is applied although the one it depends on was refused',
    shortFrom: 61,
    plant: () => ({ checkDependencies: () => null }),
  },
  {
    name: 'fingerprint-ignored',
    about: 'a used key returns its result for any content',
    plant: () => ({
      checkReplay: (stored, mutation) => sound.checkReplay(stored && { ...stored, fingerprint: mutation.fingerprint }, mutation),
    }),
  },
  {
    name: 'run-past-refusal',
    about: 'a shared transaction continues after a refused change',
    plant: () => ({ endsRuns: false }),
  },
  {
    name: 'no-recovery-gap',
    about: 'an unclean start continues with the same revisions',
    shortFrom: 130,
    plant: () => ({ recovers: false }),
  },
  {
    name: 'restore-not-marked',
    about: 'a restored database keeps its epoch and its clean-stop mark',
    plant: () => ({ marksRestore: false }),
  },
  { name: 'no-tombstones', about: 'removed rows leave no tombstone', plant: () => ({ leavesTombstones: false }) },
  { name: 'horizon-not-moved', about: 'purged tombstones do not invalidate old copies', plant: () => ({ movesHorizon: false }) },
  {
    name: 'kill-ignored',
    about: 'a killed device keeps pushing and pulling',
    plant: () => ({
      checkSeq: (lane, ...rest) => sound.checkSeq(lane && { ...lane, killed: false }, ...rest),
      whyVoid: (state, ...rest) => sound.whyVoid({ ...state, lane: state.lane && { ...state.lane, killed: false } }, ...rest),
    }),
  },
  {
    name: 'access-not-asked',
    about: 'a lane stays open after its user lost access to the customer',
    plant: () => ({ checkAccess: (lane, userId) => sound.checkAccess(lane, userId, true) }),
  },
  { name: 'head-ahead-of-rows', about: 'the feed’s head is read after the rows', plant: () => ({ headAt: 'reply' }) },
  {
    name: 'refresh-not-alone',
    about: 'tabs refresh at the same time and the service has no grace period',
    plant: () => ({ refreshesAlone: false, refreshGraceMs: -1 }),
  },
];
