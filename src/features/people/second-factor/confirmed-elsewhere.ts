/** Carries the news that a person was confirmed at the agency's provider, from the window where it happened to the others. */
const channelName = 'jobdock-confirmed';

/** Tells the other windows of this browser. They send their call again, and the service decides. */
export function tellConfirmed(): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
  channel.postMessage('confirmed');
  channel.close();
}

/** Calls `hear` once a person was confirmed in another window. Returns a function that stops listening. */
export function watchConfirmed(hear: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', hear);
  return () => channel.close();
}
