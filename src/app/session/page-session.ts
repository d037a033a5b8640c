import * as z from 'zod';
import { TokenReply } from '#contract/people/auth.ts';
import type { SignedOutWhy } from '#src/entities/session/session.ts';
import { browserClock, browserLocks, browserNet } from '#src/sync/browser-ports.ts';
import { createCaller } from '#src/sync/call.ts';
import { SessionKeeper } from './session-keeper.ts';
import { createTokens, type PageTokens } from './tokens.ts';

/** What tabs tell each other of the session. It stays in their memory: nothing of it is ever stored. */
const News = z.union([
  z.object({ left: z.enum(['never', 'left', 'idle', 'ended', 'lease', 'wiped']) }),
  z.object({ fresh: z.object({ token: z.string(), bearer: TokenReply.shape.bearer }) }),
]);
const channel = new BroadcastChannel('jobdock-session');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
const tell = (news: z.infer<typeof News>): void => channel.postMessage(news);

/** The token of this page. */
export const pageTokens: PageTokens = createTokens({
  call: (endpoint, args, options) => caller.call(endpoint, args, options),
  locks: browserLocks,
  clock: browserClock,
  tell: (fresh) => tell({ fresh }),
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
export const keeper = new SessionKeeper({
  call: pageCall,
  tokens: pageTokens,
  now: () => browserClock.now(),
  // Code of its own: hardly ever needed, and it brings the store along.
  lockDevice: async (userId) => (await import('./lock-device.ts')).lockDevice(userId),
});

/** Signing out holds for every tab of the browser. */
export const tellOtherTabs = (left: SignedOutWhy): void => tell({ left });

/** Hears of sign-outs and new tokens; call the answer to stop. */
export function watchOtherTabs(): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const news = News.safeParse(data);
    if (!news.success) return;
    if ('fresh' in news.data) pageTokens.adopt(news.data.fresh);
    else if (keeper.get().kind === 'in') keeper.end(news.data.left);
  };
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
