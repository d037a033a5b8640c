import type { ReportFile } from '#contract/reports/report-files.ts';
import type { Schedule } from '#contract/reports/schedules.ts';
import type { AnyReport } from '#domain/reports/kit/report.ts';
import { shortTiming } from '#domain/reports/schedules/timing.ts';

/** What last happened with a report for a person, as a word, and when. */
type LastRun = { readonly what: 'Opened' | 'Sent' | 'Exported'; readonly at: string };

/** A schedule of a report in few words, with the address that opens it. */
type ShownSchedule = { readonly id: number; readonly words: string; readonly path: string };

type Known = {
  readonly openedAt: string | null;
  readonly schedules: readonly Schedule[];
  readonly files: readonly ReportFile[];
};

/** The newest of a report's last opening, its last sent email and its last file; null for one that was never run. */
export function lastRunOf(report: Pick<AnyReport, 'id' | 'path'>, { openedAt, schedules, files }: Known): LastRun | null {
  const runs: LastRun[] = [
    ...(openedAt === null ? [] : [{ what: 'Opened', at: openedAt } as const]),
    ...schedules.flatMap((schedule): LastRun[] => {
      const { lastRun } = schedule;
      const isSent = isOf(schedule, report) && lastRun?.state === 'sent' && lastRun.endedAt !== null;
      return isSent ? [{ what: 'Sent', at: lastRun.endedAt ?? '' }] : [];
    }),
    ...files.flatMap(({ reportId, madeAt }): LastRun[] =>
      reportId === report.id && madeAt !== null ? [{ what: 'Exported', at: madeAt }] : [],
    ),
  ];
  return runs.reduce<LastRun | null>((newest, run) => (newest === null || run.at > newest.at ? run : newest), null);
}

/** The schedules of a report's saved views, in the order of their next times; paused ones last. */
export const schedulesOf = (report: Pick<AnyReport, 'path'>, schedules: readonly Schedule[]): ShownSchedule[] =>
  schedules
    .filter((schedule) => isOf(schedule, report))
    .sort((a, b) => nextMs(a) - nextMs(b) || a.id - b.id)
    .map((schedule) => ({
      id: schedule.id,
      words: `${shortTiming(schedule)}${schedule.isPaused ? ' (paused)' : ''}`,
      path: `/report_myreports?schedule=${schedule.id}`,
    }));

/** A paused schedule has no next time. */
const nextMs = ({ nextAt }: Schedule): number => (nextAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextAt));

/** A view of the staging grid has the number of the jobs report, but is none of it. */
const isOf = ({ reportUrl }: Schedule, { path }: Pick<AnyReport, 'path'>): boolean => reportUrl.split('?')[0] === path;
