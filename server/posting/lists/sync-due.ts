/** The hours of the customer's night in which lists are read whole, by its own clock: from 2 until before 6. */
const night = { from: 2, until: 6 };
/** Where the service is stopped at night, lists are read whole at any hour once they are as old as this. */
const oldMs = 48 * 3_600_000;

function clockIn(timeZone: string, at: Date): { readonly day: string; readonly hour: number } {
  const hour = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at);
  return { day: new Intl.DateTimeFormat('en-CA', { timeZone }).format(at), hour: Number(hour) };
}

/**
 * Whether the lists of a target are to be read whole now. `lastAt`: when such a read was last queued by the schedule; null if it never
 * was, and then the first night begins. Once a night, also where one failed: the night after tries again.
 */
export function isWholeSyncDue(timeZone: string, lastAt: Date | null, now: Date): boolean {
  const local = clockIn(timeZone, now);
  if (lastAt !== null && now.getTime() - lastAt.getTime() >= oldMs) return true;
  if (local.hour < night.from || local.hour >= night.until) return false;
  if (lastAt === null) return true;
  const last = clockIn(timeZone, lastAt);
  return last.day < local.day || last.hour < night.from;
}
