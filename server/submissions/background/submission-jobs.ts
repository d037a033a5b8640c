import { may } from '#domain/rights/may.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { createPostingQueue, type PostingQueue } from '#server/posting/posting-queue.ts';
import { followAts, writeRefusals } from '../ats/follow-ats.ts';
import { lookForExpiries } from '../expiry/look-for-expiries.ts';
import { publishJobSubmissions } from '../jobs/job-submissions.ts';
import { informOfStatuses } from '../notices/status-notices.ts';
import { preparedFrom } from '../sending/prepare.ts';
import { createSender, type DueSubmission } from '../sending/sender.ts';
import { dueSubmissions, sendingRowsIn } from '../sending/sending-rows.ts';
import { leaseSeconds } from '../sending/sending-state.ts';
import { followEvents, syncStatuses } from '../status/follow-events.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { onSubmissionWork } from '../wake.ts';

type Parts = Pick<Services, 'db' | 'secrets' | 'config' | 'now' | 'log'>;
type JobParts = Parts & Pick<Services, 'mail'>;

/** The queue that sends submissions and reads the webhooks that report them. Any number of processes may run it. */
export function submissionQueue(services: Parts, { reconcileFirst }: { readonly reconcileFirst: boolean }): PostingQueue {
  const { db, now, log } = services;
  const open = (customerId: number, targetId: number, loginId = 0) =>
    openSubmissionTarget(services, customerId, targetId, loginId);
  const mayAsk = async (customerId: number, userId: number) => {
    const holder = await holderOf(db, userId, customerId);
    return holder !== undefined && may(holder, 'submissions.use');
  };
  const follow = followEvents({ db, now, open });
  const queue = createPostingQueue<DueSubmission>({
    readDue: async (at, limit) => {
      await follow();
      await publishJobSubmissions(db);
      return dueSubmissions(db, at, limit);
    },
    log,
    now,
    pollMs: 1000,
    attempt: createSender({
      rows: sendingRowsIn({ db, now, mayAsk }),
      now,
      open,
      prepare: preparedFrom(db, now),
      reconcileFirst,
      leaseSeconds,
    }),
  });
  let endWaking: () => void = () => undefined;
  return {
    ...queue,
    start() {
      endWaking = onSubmissionWork(services.secrets, () => queue.poke());
      queue.start();
    },
    stop() {
      endWaking();
      return queue.stop();
    },
  };
}

const statusQueue = defineQueue('submission-statuses', { tries: 2, expireSeconds: 840, keepHours: 1 });
const atsQueue = defineQueue('submission-ats', { tries: 2, expireSeconds: 300, keepHours: 1 });

const noticeQueue = defineQueue('submission-notices', { tries: 2, expireSeconds: 300, keepHours: 1 });
const expiryQueue = defineQueue('submission-expiries', { tries: 2, expireSeconds: 7_200, keepHours: 24 });

/**
 * Reads the statuses of submissions every 15 minutes, and those that people make in the ATS every minute; informs owners of statuses that
 * moved every minute, and of documents that expire soon each morning.
 */
export const submissionJobs = (services: JobParts): JobHandler[] => [
  handleJobs(noticeQueue, {
    atOnce: 1,
    schedule: { cron: '* * * * *', zone: 'UTC' },
    carryOut: () => informOfStatuses(services),
  }),
  handleJobs(expiryQueue, {
    atOnce: 1,
    schedule: { cron: '20 10 * * *', zone: 'UTC' },
    carryOut: (_ids, stopping) =>
      lookForExpiries(
        { ...services, open: (customerId, targetId) => openSubmissionTarget(services, customerId, targetId) },
        stopping,
      ),
  }),
  handleJobs(statusQueue, {
    atOnce: 1,
    schedule: { cron: '*/15 * * * *', zone: 'UTC' },
    carryOut: () =>
      syncStatuses({ ...services, open: (customerId, targetId) => openSubmissionTarget(services, customerId, targetId) }),
  }),
  handleJobs(atsQueue, {
    atOnce: 1,
    schedule: { cron: '* * * * *', zone: 'UTC' },
    carryOut: async () => (await followAts(services)) + (await writeRefusals(services)),
  }),
];
