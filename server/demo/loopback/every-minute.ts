const everyMs = 60_000;

/**
 * Sends at once and then each minute, one after another, as the demo's vendors do. What cannot be sent now goes with the next minute.
 * Returns what ends it, after what is under way.
 */
export function everyMinute(send: () => Promise<void>): () => Promise<void> {
  let sending = Promise.resolve();
  const next = () => void (sending = sending.then(send).catch(() => undefined));
  next();
  const timer = setInterval(next, everyMs);
  return () => {
    clearInterval(timer);
    return sending;
  };
}
