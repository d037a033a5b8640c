import { useEffect, useMemo } from 'react';
import * as z from 'zod';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { useSession } from './session.ts';

/** When this person was last seen in a customer's data on this device, and until when they had been there the time before. */
const Visit = z.object({ seenMs: z.number(), sinceMs: z.number().nullable() });
export type Visit = z.infer<typeof Visit>;

/** A shorter absence is no absence. */
const awayMs = 30 * 60_000;
const tickMs = 60_000;

/** The visit after the person is seen again. After an absence, `sinceMs` is the moment of leaving; otherwise it stays. */
export function seenAgain(visit: Visit | undefined, nowMs: number): Visit {
  if (!visit) return { seenMs: nowMs, sinceMs: null };
  // A clock that was set back must not make the past new.
  if (nowMs < visit.seenMs) return { ...visit, seenMs: nowMs };
  return { seenMs: nowMs, sinceMs: nowMs - visit.seenMs > awayMs ? visit.seenMs : visit.sinceMs };
}

const visits = localSetting('last-visits', z.record(z.string(), Visit), {});

/** Remembers that the person is here, while the page is on the screen. Used once, by the shell. */
export function useRememberVisit(): void {
  const key = useVisitKey();
  const isSomeoneElse = useSession().role.actingAs !== null;
  useEffect(() => {
    if (isSomeoneElse) return;
    const see = () => {
      if (document.visibilityState !== 'visible') return;
      const all = visits.read();
      visits.write({ ...all, [key]: seenAgain(all[key], Date.now()) });
    };
    see();
    const timer = setInterval(see, tickMs);
    document.addEventListener('visibilitychange', see);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', see);
    };
  }, [key, isSomeoneElse]);
}

/** When the person last left this customer's data, in milliseconds; null on a first visit. `forget` ends the news. */
export function useSinceYouLeft(): { readonly sinceMs: number | null; readonly forget: () => void } {
  const key = useVisitKey();
  const [all, setAll] = useSetting(visits);
  const sinceMs = all[key]?.sinceMs ?? null;
  return useMemo(
    () => ({ sinceMs, forget: () => setAll({ ...visits.read(), [key]: { seenMs: Date.now(), sinceMs: null } }) }),
    [sinceMs, key, setAll],
  );
}

function useVisitKey(): string {
  const { role, customer } = useSession();
  return `${role.userId}/${customer.id}`;
}
