import { nobody } from '#contract/rows/rows.ts';
import type { PullReply } from '#contract/sync/sync.ts';
import type { FeedState } from '../feed/feed-state.ts';
import { isInGap } from '../feed/recovery-gap.ts';
import type { Scope } from '../feed/scope.ts';

/** The feed positions that a device reports. */
export type Standing = {
  readonly customerId: number;
  readonly epoch: string;
  readonly scope: string;
  readonly since: number;
};

/** Returns the reply that makes a device reload everything, or null if its data is valid [S4]. */
export function whyVoid(state: FeedState, scope: Pick<Scope, 'hash'>, pull: Standing): PullReply | null {
  if (state.lane?.killed) return { kind: 'wipe' };
  const resync = (why: 'epoch' | 'scope' | 'horizon' | 'ahead') =>
    ({ kind: 'resync', epoch: state.epoch, scope: scope.hash, why }) as const;
  if (pull.epoch !== state.epoch) return resync('epoch');
  if (pull.scope !== scope.hash) return resync('scope');
  if (pull.since > state.head) return resync('ahead');
  if (isInGap(state.recoveries, pull.customerId, pull.since)) return resync('epoch');
  return pull.since < state.minRev ? resync('horizon') : null;
}

/** Returns the same reply for the global feed. `since` is -1 if the device holds none of it; a snapshot has no global rows. */
export function whyGlobalVoid(state: FeedState, scope: Pick<Scope, 'hash'>, since: number): PullReply | null {
  const resync = (why: 'ahead' | 'horizon') => ({ kind: 'resync', epoch: state.epoch, scope: scope.hash, why }) as const;
  if (since > state.head) return resync('ahead');
  return since >= 0 && (since < state.minRev || isInGap(state.recoveries, nobody, since)) ? resync('horizon') : null;
}

/**
 * The first revision after the device's revision, and the revision of the first row beyond the limit. Null if there is no such
 * row.
 */
export type PageRevs = { readonly first: number | null; readonly beyond: number | null };

/**
 * Returns the last revision of a page. A page never splits a revision: if the first row beyond the limit has revision R, the page
 * ends before R, or after R if R alone fills the page.
 */
export function pageEnd({ first, beyond }: PageRevs, head: number): { readonly upto: number; readonly more: boolean } {
  if (beyond === null || first === null) return { upto: head, more: false };
  const upto = beyond > first ? beyond - 1 : beyond;
  return { upto, more: upto < head };
}
