import { useEffect, useMemo } from 'react';
import { listBasicCrawlers, listCrawlerCustomers } from '#contract/collecting/crawlers.ts';
import { customersByTaskReport, taskFilter } from '#domain/reports/collecting/customers-by-task.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useListAddress } from '#src/ui/list/list-address.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useReportList } from '../kit/use-report-list.ts';

/** `/report_customerbytask`: the customers that collect from one vendor, at first the first one of the list. */
export function CustomersByTask() {
  const { reply: crawlers } = useReply(listBasicCrawlers, {});
  const { filter, setFilter } = useListAddress({ sort: '' });
  const chosen = filter(taskFilter);
  const first = crawlers?.[0]?.id;
  useEffect(() => {
    if (chosen === '' && first !== undefined) setFilter(taskFilter, String(first));
  });
  const report = useMemo(
    () => customersByTaskReport(crawlers?.map(({ id, name }) => ({ value: String(id), label: name }))),
    [crawlers],
  );
  const { reply, ...from } = useReply(
    listCrawlerCustomers,
    { cust: -1, crawler: Number(chosen) },
    { wanted: chosen !== '', keepsPrevious: true },
  );
  return <ReportPage report={report} list={useReportList(report, reply, from)} rowKey={({ id }) => id} />;
}
