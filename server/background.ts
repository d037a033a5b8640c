import { may } from '#domain/rights/may.ts';
import { measureJobs } from './ai/measure/measure-runs.ts';
import { backupPurpose } from './backup/backup-keys.ts';
import { backupJobs } from './backup/nightly.ts';
import { billingJobs } from './billing/billing-jobs.ts';
import { freshBooksJobs } from './billing/freshbooks/mirror-jobs.ts';
import { watchMailboxes } from './collecting/mail-in/watch-mailboxes.ts';
import { refreshJobs } from './collecting/refresh/refresh-jobs.ts';
import { collectPorts } from './collecting/runs/collect-ports.ts';
import { collectJobs } from './collecting/runs/due-tasks.ts';
import { removalJobs } from './collecting/tasks/task-removal.ts';
import { uploadJobs } from './collecting/uploads/stage-upload.ts';
import { retentionJobs } from './feed/retention.ts';
import { holderOf } from './kit/http/actors.ts';
import type { Services } from './kit/http/handle.ts';
import { mailJobs } from './kit/lib/mail.ts';
import { smtpSender } from './kit/lib/smtp-sender.ts';
import type { JobHandler } from './kit/queue/job-handler.ts';
import { createWorker } from './kit/queue/worker.ts';
import { mapJobs } from './mapping/runs/map-jobs.ts';
import { twinJobs } from './mapping/values/twins.ts';
import { customerDateJobs } from './people/customers/disable-dates.ts';
import { moveJobs } from './people/moves/move-jobs.ts';
import { autoPostJobs } from './posting/auto-post/follow-auto-post.ts';
import { driftJobs } from './posting/drift/drift-jobs.ts';
import { followChanges } from './posting/follow-changes.ts';
import { nightlySyncJobs } from './posting/lists/nightly-sync.ts';
import { syncJobs } from './posting/lists/sync-runs.ts';
import { duePosts, endLeases, postRowsIn } from './posting/post-rows.ts';
import { createPoster } from './posting/poster.ts';
import { createPostingQueue } from './posting/posting-queue.ts';
import { repostHandlers } from './posting/repost/repost-run.ts';
import { reportFileJobs } from './reports/background/file-jobs.ts';
import { dailyJobs } from './reports/daily/daily-jobs.ts';
import { exportJobs } from './reports/exports/export-jobs.ts';
import { scheduleJobs } from './reports/schedules/schedule-jobs.ts';
import { routes } from './routes.ts';
import { aiJobs } from './rules/runs/ai-questions.ts';
import { ruleJobs } from './rules/runs/rule-jobs.ts';
import { endRunLeases } from './runs/run-rows.ts';
import { assignJobs } from './staging/assignments/follow-assignments.ts';
import { cancelJobs } from './staging/cancel-orders/cancel-run.ts';
import { submissionJobs, submissionQueue } from './submissions/background/submission-jobs.ts';
import { submissionListJobs } from './submissions/lists/list-runs.ts';
import { endSubmissionLeases } from './submissions/sending/sending-rows.ts';
import { slackJobs } from './support/deliveries/send-slack.ts';
import { smsJobs } from './support/deliveries/send-sms.ts';
import { errorAlertJobs } from './support/error-alerts/alert-jobs.ts';
import { jiraJobs } from './support/jira/jira-jobs.ts';
import { alertJobs as jobAlertJobs } from './support/job-alerts/alert-jobs.ts';
import { noticeMailJobs } from './support/notice-mail/notice-mail-run.ts';
import { noticeJobs } from './support/notices/publish-notices.ts';
import { ticketReplyJobs } from './support/replies/read-reply.ts';
import { ticketMailJobs } from './support/tickets/ticket-mail.ts';
import { targetsOpenedBy } from './targets/open-target.ts';

export type BackgroundOptions = {
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** The last end was not clean, and no other process uses the database: calls that it broke off are no one's any more. */
  readonly recovered: boolean;
  /** Outside systems may be ahead of the database: every post is looked up before it is sent [S8.6]. */
  readonly reconcileFirst: boolean;
};

/** Starts what runs beside requests; the returned function ends it and waits for what is under way. */
export async function startBackground(services: Services, options: BackgroundOptions): Promise<() => Promise<void>> {
  const { db, log, now } = services;
  if (options.recovered) await Promise.all([endLeases(db), endRunLeases(db), endSubmissionLeases(db)]);
  const posting = createPostingQueue({
    readDue: async (at, limit) => {
      await followChanges(db);
      return duePosts(db, at, limit);
    },
    log,
    now,
    pollMs: 1000,
    attempt: createPoster({
      transaction: postRowsIn(db, now),
      now,
      openTarget: targetsOpenedBy(services),
      mayAsk: async (customerId, userId) => {
        const holder = await holderOf(db, userId, customerId);
        return holder !== undefined && may(holder, 'jobs.post');
      },
      reconcileFirst: options.reconcileFirst,
    }),
  });
  posting.start();
  const submissions = submissionQueue(services, options);
  submissions.start();
  const jobs = createWorker(db, log, jobsOf(services, options));
  await jobs.start();
  const leaveMailboxes = watchMailboxes(collectPorts(services));
  return async () => {
    await Promise.all([posting.stop(), submissions.stop(), jobs.stop(), leaveMailboxes()]);
  };
}

/** The jobs of every area. */
const jobsOf = (services: Services, { smtp }: BackgroundOptions): JobHandler[] => [
  ...collectJobs(services),
  ...removalJobs(services),
  ...uploadJobs(services),
  ...syncJobs({ ...services, openTarget: targetsOpenedBy(services) }),
  ...nightlySyncJobs({ ...services, openTarget: targetsOpenedBy(services) }),
  ...driftJobs({ ...services, openTarget: targetsOpenedBy(services) }),
  ...mapJobs(services),
  ...twinJobs(services),
  ...ruleJobs(services),
  ...refreshJobs(services),
  ...aiJobs(services),
  ...measureJobs(services),
  ...customerDateJobs(services),
  ...billingJobs(services),
  ...freshBooksJobs(services),
  ...moveJobs(services),
  ...cancelJobs(services),
  ...assignJobs(services),
  ...autoPostJobs(services),
  ...repostHandlers(services),
  ...submissionJobs(services),
  ...dailyJobs(services),
  ...scheduleJobs(services, routes),
  ...jobAlertJobs(services),
  ...submissionListJobs(services),
  ...reportFileJobs(services, routes),
  ...exportJobs(services),
  ...ticketMailJobs(services),
  ...ticketReplyJobs(services),
  ...jiraJobs(services),
  ...noticeJobs(services),
  ...noticeMailJobs(services),
  ...retentionJobs(services.db, services.now, services.log),
  ...backupJobs({
    ...services,
    key: services.secrets.derive(backupPurpose),
    version: services.config.version,
    folder: services.config.backups,
  }),
  // Without a mail server emails are only listed.
  ...errorAlertJobs(services),
  ...slackJobs(services),
  ...smsJobs(services),
  ...(smtp ? mailJobs(services.db, smtpSender(smtp.url, smtp.from), services.now) : []),
];
