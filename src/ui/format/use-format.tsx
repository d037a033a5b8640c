import { useContext, useSyncExternalStore } from 'react';
import { createFormat, type Format } from './create-format.ts';
import type { FormatPreferences } from './format.ts';
import { FormatContext } from './format-provider.tsx';

const formats = new WeakMap<FormatPreferences, Format>();

/** Formats for dates and numbers by the user's preferences. */
export function useFormat(): Format {
  const preferences = useContext(FormatContext);
  const kept = formats.get(preferences);
  if (kept) return kept;
  const made = createFormat(preferences);
  formats.set(preferences, made);
  return made;
}

// One clock for every "2 min ago" on the screen. It stops while no component watches it.
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer = 0;
function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    nowMs = Date.now();
    timer = window.setInterval(() => {
      nowMs = Date.now();
      for (const each of listeners) each();
    }, 15_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** Milliseconds since 1970, updated every 15 s. */
export const useNow = () =>
  useSyncExternalStore(
    watch,
    () => nowMs,
    () => nowMs,
  );

/** "2 min ago", with the full date and time as its hint. */
export function Ago({ at }: { at: string | null }) {
  const format = useFormat();
  const now = useNow();
  if (at === null) return <span>{format.ago(null, now)}</span>;
  return (
    <time dateTime={at} data-tip={format.stamp(at)} className="nowrap">
      {format.ago(at, now)}
    </time>
  );
}
