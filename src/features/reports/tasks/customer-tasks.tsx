import { taskReportLines } from '#domain/reports/collecting/task-lines.ts';
import { customerTasksReport } from '#domain/reports/collecting/task-report.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useReportList } from '../kit/use-report-list.ts';

/** `/report_customertasks`: every task of the customer, from this device. */
export function CustomerTasksReport() {
  const { ready, rows } = useTasks();
  const { rows: crawlers } = useCrawlers();
  const list = useReportList(customerTasksReport, ready ? taskReportLines(rows, crawlers) : null);
  return <ReportPage report={customerTasksReport} list={list} rowKey={({ id }) => id} />;
}
