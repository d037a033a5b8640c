import { ok } from '#contract/kit/result.ts';
import { reportSubmissionFunnel } from '#contract/reports/submission-funnel.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { zoneOf } from '#server/people/users/caller-zone.ts';
import { ownerSeen } from '#server/submissions/requests/submission-rows.ts';
import { rangeOf } from '../report-range.ts';
import { submissionFunnel } from './submission-funnel.ts';

/** Days of the report unless others are asked for. */
const usualDays = 90;

/** The report of how far submissions came. */
export const submissionFunnelRoutes: Handler[] = [
  handle(reportSubmissionFunnel, async ({ cust, from, to, ...args }, { services: { db, now }, actor }) => {
    const zone = await zoneOf(db, actor);
    const range = rangeOf({ from, to }, { days: usualDays, zone, now: now() });
    return range.ok ? ok(await submissionFunnel(db, cust, args, { ...range.value, zone, ownerId: ownerSeen(actor) })) : range;
  }),
];
