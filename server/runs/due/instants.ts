import { Cron } from 'croner';
import { cronLines, type Timing } from '#domain/reports/schedules/timing.ts';

/**
 * The first instants after `after` at which a schedule is due, on the clock of `zone` (an IANA name). At a change of clocks, a time that
 * the day lacks is due right after the gap, and one that the day has twice is due once, the first time.
 */
export function nextInstants(timing: Timing, zone: string, after: Date, count: number): Date[] {
  const found = cronLines(timing).flatMap((line) => new Cron(line, { timezone: zone, paused: true }).nextRuns(count, after));
  const times = [...new Set(found.map((at) => at.getTime()))].sort((a, b) => a - b);
  return times.slice(0, count).map((time) => new Date(time));
}

/** The next instant after `after` at which a schedule is due. */
export function nextInstant(timing: Timing, zone: string, after: Date): Date {
  const [next] = nextInstants(timing, zone, after, 1);
  if (!next) throw new Error('a schedule has no next instant');
  return next;
}
