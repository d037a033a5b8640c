import { nobody } from '#contract/rows/rows.ts';
import type { PullReply } from '#contract/sync/sync.ts';
import type { FeedState } from '../feed/feed-state.ts';
import { isInGap } from '../feed/recovery-gap.ts';
import type { Scope } from '../feed/scope.ts';

/** Where a device says it stands in a customer's feed. */
export type Standing = {
  readonly customerId: number;
  readonly epoch: string;
  readonly scope: string;
  readonly since: number;
};

/** Why a device's view is void, or null [S4]. */
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

/** Why what a device holds of the global feed is void, or null; -1: it holds none. The snapshot that follows begins without it. */
export function whyGlobalVoid(state: FeedState, scope: Pick<Scope, 'hash'>, since: number): PullReply | null {
  const resync = (why: 'ahead' | 'horizon') => ({ kind: 'resync', epoch: state.epoch, scope: scope.hash, why }) as const;
  if (since > state.head) return resync('ahead');
  return since >= 0 && (since < state.minRev || isInGap(state.recoveries, nobody, since)) ? resync('horizon') : null;
}

/** The first revision after a device's, and that of the row beyond the limit; null where there is none. */
export type PageRevs = { readonly first: number | null; readonly beyond: number | null };

/**
 * The last revision of a page, which never splits one: where the row beyond the limit has revision R, the page ends before
 * R, or after R where R alone fills it.
 */
export function pageEnd({ first, beyond }: PageRevs, head: number): { readonly upto: number; readonly more: boolean } {
  if (beyond === null || first === null) return { upto: head, more: false };
  const upto = beyond > first ? beyond - 1 : beyond;
  return { upto, more: upto < head };
}
