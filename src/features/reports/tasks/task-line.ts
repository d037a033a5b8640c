import type { TaskRow } from '#contract/rows/rows.ts';
import type { TaskReportLine } from '#domain/reports/collecting/task-report.ts';
import { needsLook, nextRunMs, scheduleLabel, taskStatus, taskStatuses } from '#src/entities/collect/task-status.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** A task as its report shows it. `isSent`: its jobs come by themselves, so it has no schedule. */
export function taskLine(task: TaskRow, isSent: boolean): TaskReportLine {
  const nextRun = nextRunMs(task);
  return {
    id: task.id,
    task: task.name,
    alias: task.alias,
    description: task.description,
    site: task.site,
    crawler: task.crawler,
    status: taskStatuses[taskStatus(task)].words,
    schedule: isSent ? 'When sent' : scheduleLabel(task),
    lastRunAt: task.lastRunAt,
    lastSuccessAt: task.lastSuccessAt,
    nextRunAt: nextRun === null ? null : new Date(nextRun).toISOString(),
    lastResult: task.lastResult,
    alarm: needsLook(task) ? task.alarm : null,
    listed: task.staged,
    refused: task.refused,
    passwordExpiresOn: task.passwordExpiresOn,
    passwordChangedAt: task.passwordChangedAt,
    jobsTo: pathTo('/report_jobs/:source?/:state?/:status?', {}, { source: task.sourceId }),
  };
}
