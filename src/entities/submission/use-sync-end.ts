import { useSession } from '#src/entities/session/session.ts';
import { useLongWork } from '#src/ui/long-work/work-tray.tsx';

/** When the last sync of lists of submission targets ended, while it is in the tray; null if there was none. */
export function useSyncEnd(): string | null {
  const cust = useSession().customer.id;
  const ended = useLongWork().flatMap(({ id, endedAt }) =>
    id.startsWith(`submission-lists-${cust}-`) && endedAt ? [endedAt] : [],
  );
  return ended.toSorted().at(-1) ?? null;
}
