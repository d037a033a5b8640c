import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import { stageNames } from '../../submissions/stages.ts';
import type { Report, ReportColumn } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** The submissions of one source by one recruiter, as the service answers. */
export type FunnelLine = ReplyOf<typeof reportSubmissionFunnel>['rows'][number];

/** A count that opens the submissions of its source and recruiter. Those of the ATS have no recruiter to filter by. */
const count = (key: keyof FunnelLine, label: string): ReportColumn<FunnelLine> => ({
  key,
  label,
  type: 'number',
  sum: true,
  to: ({ fromId, contactId }) => `/submissions?from=${fromId}${contactId === null ? '' : `&contact=${contactId}`}`,
});

/** `/report_submissionfunnel`: how far submissions came. */
export const submissionFunnelReport: Report<FunnelLine> & { readonly answeredBy: 'service' } = {
  id: reportIds.submissionFunnel,
  title: 'Submission funnel',
  about:
    'How far submissions came, by source and recruiter: those asked for in the last 90 days, or in the days that you choose. A stage counts all that reached it or a later one.',
  group: 'Submissions',
  audience: 'submissions.use',
  path: '/report_submissionfunnel',
  answeredBy: 'service',
  call: 'GET /api/reports/submissionfunnel/:cust',
  offline: 'never',
  noun: 'line',
  columns: [
    { key: 'source', label: 'Submission source', type: 'text', none: () => 'Removed target' },
    { key: 'contact', label: 'Recruiter', type: 'text', none: () => 'The ATS' },
    count('asked', 'Asked for'),
    count('notSent', 'Not sent'),
    count('sent', stageNames.sent),
    count('review', stageNames.review),
    count('interview', stageNames.interview),
    count('offer', stageNames.offer),
    count('placed', stageNames.placed),
    count('refused', stageNames.refused),
    count('withdrawn', stageNames.withdrawn),
  ],
  filters: [
    { kind: 'days', name: 'days', label: 'Days' },
    { kind: 'value', name: 'source', label: 'Submission source', key: 'source' },
    { kind: 'value', name: 'contact', label: 'Recruiter', key: 'contact' },
  ],
  sort: { key: 'source', descending: false },
};
