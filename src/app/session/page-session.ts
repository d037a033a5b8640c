import * as z from 'zod';
import { TokenReply } from '#contract/people/auth.ts';
import { withConfirmation } from '#src/entities/session/confirm-identity.ts';
import type { SignedOutWhy } from '#src/entities/session/session.ts';
import { browserClock, browserLocks, browserNet } from '#src/sync/browser-ports.ts';
import { type Call, createCaller } from '#src/sync/call.ts';
import { SessionKeeper } from './session-keeper.ts';
import { createTokens, type PageTokens } from './tokens.ts';

/** Session messages between tabs. They stay in memory and are never stored. */
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
    // Another tab signed in another user: a reload shows that user's session, or none.
    if (why === 'other-person') window.location.reload();
    else keeper.end('ended');
  },
});

const caller = createCaller(browserNet, pageTokens);

/** Calls with the current user's token. A refusal for an expired password opens its gate. */
const callOrGate: Call = async (endpoint, args, options) => {
  const answer = await caller.call(endpoint, args, options);
  if (!answer.ok && answer.error.kind === 'password_expired') keeper.noteExpired();
  return answer;
};

/** Like `callOrGate`; a call that needs a confirmation of who makes it asks for it and is repeated. */
export const pageCall = withConfirmation(callOrGate, { onMustAddFactor: () => void keeper.reload() });

/** Reads files with the current user's token. */
export const pageDownload = caller.download;

/** The session of this page. */
export const keeper = new SessionKeeper({
  call: pageCall,
  tokens: pageTokens,
  now: () => browserClock.now(),
  // A separate chunk: rarely needed, and it includes the store.
  lockDevice: async (userId) => (await import('./lock-device.ts')).lockDevice(userId),
  keepOnly: async (userId, customers) => (await import('./lock-device.ts')).keepOnly(userId, customers),
});

/** Signs out every tab of the browser. */
export const tellOtherTabs = (left: SignedOutWhy): void => tell({ left });

/** Listens for sign-outs and new tokens of other tabs. Returns a function that stops listening. */
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
