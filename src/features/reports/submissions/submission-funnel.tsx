import { reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import { submissionFunnelReport } from '#domain/reports/submissions/submission-funnel.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ServiceReportPage, useReportArgs } from '../kit/service-report-page.tsx';

/** `/report_submissionfunnel`: how far submissions came, by source and recruiter. */
export function SubmissionFunnel() {
  const cust = useSession().customer.id;
  const from = useReply(reportSubmissionFunnel, { ...useReportArgs(), cust }, { keepsPrevious: true });
  return (
    <ServiceReportPage
      report={submissionFunnelReport}
      lines={from.reply?.rows ?? null}
      from={from}
      rowKey={({ fromId, contactId }) => `${fromId}/${contactId}`}
    />
  );
}
