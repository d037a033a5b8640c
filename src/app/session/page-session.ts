import type { SignedOutWhy } from '#src/entities/session/session.ts';
import { browserClock, browserLocks, browserNet } from '#src/sync/browser-ports.ts';
import { createCaller } from '#src/sync/call.ts';
import { SessionKeeper } from './session-keeper.ts';
import { createTokens, type PageTokens } from './tokens.ts';

const channel = new BroadcastChannel('jobdock-session');
const lockWaitMs = 15_000;

/** The token of this page. */
export const pageTokens: PageTokens = createTokens({
  call: (endpoint, args, options) => caller.call(endpoint, args, options),
  alone: (work) => browserLocks.hold('jobdock-refresh', lockWaitMs, work),
  onEnded: (why) => {
    // Another person signed in in another tab: this page must show theirs, or nothing.
    if (why === 'other-person') window.location.reload();
    else keeper.end('ended');
  },
});

const caller = createCaller(browserNet, pageTokens);

/** Calls with the present person's token. */
export const pageCall = caller.call;

/** Who is signed in on this page. */
export const keeper = new SessionKeeper({ call: pageCall, tokens: pageTokens, now: () => browserClock.now() });

/** Signing out holds for every tab of the browser. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
export const tellOtherTabs = (why: SignedOutWhy): void => channel.postMessage({ left: why });

/** Hears of it; call the answer to stop. */
export function watchOtherTabs(): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('left' in data)) return;
    if (keeper.get().kind === 'in') keeper.end(data.left === 'idle' ? 'idle' : 'left');
  };
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
