import type { CustomerNoticeRow } from '#contract/rows/customer-notice.ts';

/** A notice that one person (5) has dismissed. */
export const aCustomerNotice = (over: Partial<CustomerNoticeRow> = {}): CustomerNoticeRow => ({
  id: 121,
  noticeId: 3,
  name: 'Maintenance on Saturday',
  html: 'Read-only from <b>8 PM</b>.',
  text: 'Read-only from 8 PM.',
  shownSince: '2026-11-21T12:00:00.000Z',
  expiresAt: null,
  dismissedBy: [5],
  ...over,
});
