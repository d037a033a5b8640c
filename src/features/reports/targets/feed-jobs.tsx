import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { FeedReasonCode } from '#contract/posting/feeds.ts';
import { FeedJobState, reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { mostReportRows } from '#contract/reports/report-lists.ts';
import { feedJobsReport } from '#domain/reports/posting/feed-jobs.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useListAddress } from '#src/ui/list/list-address.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ServiceReportPage } from '../kit/service-report-page.tsx';

/** `/report_xmljobs`: what each feed of the customer holds now, and why a job is not in it. */
export function FeedJobs() {
  const from = useFeedJobs();
  if (from.reply?.feeds.length === 0) return <NoFeed />;
  const feed = from.reply?.feeds.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <ServiceReportPage
      report={feedJobsReport}
      lines={from.reply?.rows ?? null}
      from={from}
      rowKey={({ targetId, jobId }) => `${targetId}/${jobId}`}
      choices={{ feed }}
    />
  );
}

/** All rows, which the page filters, also offline. If they are more than one answer has, the service filters them. */
function useFeedJobs() {
  const cust = useSession().customer.id;
  const { filter } = useListAddress({ sort: '', filters: ['feed', 'listed', 'reason'] });
  const args = { cust, pageSize: mostReportRows };
  const all = useReply(reportFeedJobs, args);
  const feed = all.reply?.feeds.find(({ id }) => String(id) === filter('feed'))?.id;
  const listed = FeedJobState.safeParse(filter('listed')).data;
  const reason = FeedReasonCode.safeParse(filter('reason')).data;
  const asked = { ...args, ...(feed && { feed }), ...(listed && { listed }), ...(reason && { reason }) };
  const isCut = (all.reply?.total ?? 0) > mostReportRows && Object.keys(asked).length > Object.keys(args).length;
  const part = useReply(reportFeedJobs, asked, { wanted: isCut });
  return isCut ? part : all;
}

function NoFeed() {
  const { administrator } = useSession();
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={feedJobsReport.title} />
      <EmptyState kind="first-use" title="No feed yet">
        <p>
          A feed is a target that job boards read: an XML feed or a job board feed.{' '}
          {administrator ? 'Add one among the targets.' : 'Contact support to connect one. It will be among your targets.'}
        </p>
        <Button component={Link} to={pathTo('/targetconfig')} size="xs" variant="default">
          Targets
        </Button>
      </EmptyState>
    </section>
  );
}
