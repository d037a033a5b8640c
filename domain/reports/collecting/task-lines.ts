import type { CrawlerRow, TaskRow } from '#contract/rows/rows.ts';
import { instantText } from '../../columns/instant.ts';
import { getsJobsSent } from '../../crawlers/gets-jobs-sent.ts';
import { taskStateNames } from '../../tasks/task-state-names.ts';
import { needsLook, nextRunMs, scheduleLabel, taskStatus } from '../../tasks/task-status.ts';
import type { TaskReportLine } from './task-report.ts';

/** The tasks of a customer as their report shows them. `crawlers` is the catalog of crawlers. */
export function taskReportLines(
  tasks: readonly TaskRow[],
  crawlers: readonly Pick<CrawlerRow, 'id' | 'kind' | 'settings'>[],
): TaskReportLine[] {
  const sent = new Set(crawlers.filter(getsJobsSent).map(({ id }) => id));
  return tasks.map((task) => lineOf(task, sent.has(task.crawlerId)));
}

function lineOf(task: TaskRow, isSent: boolean): TaskReportLine {
  const nextRun = nextRunMs(task);
  return {
    id: task.id,
    task: task.name,
    alias: task.alias,
    description: task.description,
    site: task.site,
    crawler: task.crawler,
    status: taskStateNames[taskStatus(task)],
    schedule: isSent ? 'When sent' : scheduleLabel(task),
    lastRunAt: task.lastRunAt,
    lastSuccessAt: task.lastSuccessAt,
    nextRunAt: nextRun === null ? null : instantText(nextRun),
    lastResult: task.lastResult,
    alarm: needsLook(task) ? task.alarm : null,
    listed: task.staged,
    refused: task.refused,
    passwordExpiresOn: task.passwordExpiresOn,
    passwordChangedAt: task.passwordChangedAt,
    jobsTo: `/report_jobs?source=${task.sourceId}`,
  };
}
