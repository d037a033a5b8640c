import { listCustomerRisk } from '#contract/reports/customer-risk.ts';
import { reportSubscriptions } from '#contract/reports/people-reports.ts';
import { listServiceItems } from '#contract/system/service-items.ts';
import { customerRiskReport, customerSubscriptionReport, riskLines } from '#domain/reports/people/customer-reports.ts';
import { serviceItemLines, serviceItemsReport } from '#domain/reports/people/service-items.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';
import { useServiceReport } from '../kit/use-service-report.ts';

/** `/report_customersubscription`: what customers have bought, and what they use. */
export function CustomerSubscriptions() {
  const { cust, pageSize } = useReportArgs();
  const from = useReply(reportSubscriptions, { cust, pageSize });
  return (
    <ServiceReportPage
      report={customerSubscriptionReport}
      lines={from.reply?.rows ?? null}
      from={from}
      rowKey={({ customerId }) => customerId}
    />
  );
}

/** `/report_customer-risk`: which customers may have trouble or leave, and why. */
export function CustomerRiskReport() {
  const list = useServiceReport(customerRiskReport, listCustomerRisk, {}, riskLines);
  return <ReportPage report={customerRiskReport} list={list} rowKey={({ key }) => key} />;
}

/** `/report_serviceitems`: every operating value, set or default. */
export function ServiceItemsReport() {
  const list = useServiceReport(serviceItemsReport, listServiceItems, {}, serviceItemLines);
  return <ReportPage report={serviceItemsReport} list={list} rowKey={({ key }) => key} />;
}
