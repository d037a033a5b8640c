import type { CustomerNoticeRow } from '#contract/rows/customer-notice.ts';

/** The notices that a person sees at a moment, newest first. */
export const shownNotices = (rows: readonly CustomerNoticeRow[], userId: number, now: string): CustomerNoticeRow[] =>
  rows
    .filter(({ expiresAt, dismissedBy }) => (expiresAt === null || expiresAt > now) && !dismissedBy.includes(userId))
    .sort((a, b) => b.shownSince.localeCompare(a.shownSince) || b.id - a.id);
