import { customerTasksReport } from '#domain/reports/collecting/task-report.ts';
import { getsJobsSent } from '#src/entities/collect/crawler-words.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useReportList } from '../kit/use-report-list.ts';
import { taskLine } from './task-line.ts';

/** `/report_customertasks`: every task of the customer, from this device. */
export function CustomerTasksReport() {
  const { ready, rows } = useTasks();
  const { rows: crawlers } = useCrawlers();
  const sent = new Set(crawlers.filter(getsJobsSent).map(({ id }) => id));
  const lines = rows.map((task) => taskLine(task, sent.has(task.crawlerId)));
  const list = useReportList(customerTasksReport, ready ? lines : null);
  return <ReportPage report={customerTasksReport} list={list} rowKey={({ id }) => id} />;
}
