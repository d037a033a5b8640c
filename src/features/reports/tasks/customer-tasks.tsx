import type { TaskRow } from '#contract/rows/rows.ts';
import { customerTasksReport, type TaskReportLine } from '#domain/reports/collecting/task-report.ts';
import { getsJobsSent } from '#src/entities/collect/crawler-words.ts';
import { needsLook, nextRunMs, scheduleLabel, taskStatus, taskStatuses } from '#src/entities/collect/task-status.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useReportList } from '../kit/use-report-list.ts';

/** `/report_customertasks`: every task of the customer, from this device. */
export function CustomerTasksReport() {
  const { ready, rows } = useTasks();
  const { rows: crawlers } = useCrawlers();
  const sent = new Set(crawlers.filter(getsJobsSent).map(({ id }) => id));
  const lines = rows.map((task) => lineOf(task, sent.has(task.crawlerId)));
  const list = useReportList(customerTasksReport, ready ? lines : null);
  return <ReportPage report={customerTasksReport} list={list} rowKey={({ id }) => id} />;
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
