import { may } from '#domain/rights/may.ts';
import { collectorPorts } from './collecting/tasks/collector-ports.ts';
import { createCollectionSchedule } from './collecting/tasks/schedule.ts';
import { startRetention } from './feed/retention.ts';
import { holderOf } from './kit/http/actors.ts';
import type { Services } from './kit/http/handle.ts';
import { smtpSender, startMailDelivery } from './kit/lib/mail.ts';
import { createMapRunner, endRunLeases } from './mapping/runs/map-runner.ts';
import { followChanges } from './posting/follow-changes.ts';
import { duePosts, endLeases, postRowsIn } from './posting/post-rows.ts';
import { createPoster } from './posting/poster.ts';
import { createPostingQueue } from './posting/posting-queue.ts';
import { createAiAsker } from './rules/runs/ai-asker.ts';
import { createRuleRunner, endRuleLeases } from './rules/runs/rule-runner.ts';
import { guardedSend } from './targets/adapter/outbound.ts';
import { createTargetOpener } from './targets/open-target.ts';

export type BackgroundOptions = {
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** The last end was not clean, and no other process uses the database: calls that it broke off are nobody's any more. */
  readonly recovered: boolean;
  /** Outside systems may be ahead of the database: every post is looked up before it is sent [S8.6]. */
  readonly reconcileFirst: boolean;
};

/** Starts what runs beside requests; the returned function ends it and waits for what is under way. */
export async function startBackground(services: Services, options: BackgroundOptions): Promise<() => Promise<void>> {
  const { db, log, now } = services;
  if (options.recovered) await Promise.all([endLeases(db), endRunLeases(db), endRuleLeases(db)]);
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
      openTarget: createTargetOpener(db, services.secrets, guardedSend([services.config.bullhornDoubleUrl])),
      mayAsk: async (_customerId, userId) => {
        const holder = await holderOf(db, userId);
        return holder !== undefined && may(holder, 'jobs.post');
      },
      reconcileFirst: options.reconcileFirst,
    }),
  });
  posting.start();
  const collection = createCollectionSchedule(collectorPorts(services), log);
  collection.start();
  const mapRunner = createMapRunner(db, now, log);
  mapRunner.start();
  const ruleRunner = createRuleRunner(db, now, log);
  ruleRunner.start();
  const aiAsker = createAiAsker(services);
  aiAsker.start();
  const stopRetention = startRetention(db, now, log);
  const stopMail = options.smtp && startMailDelivery(db, smtpSender(options.smtp.url, options.smtp.from), log);
  return async () => {
    await Promise.all([
      posting.stop(),
      collection.stop(),
      mapRunner.stop(),
      ruleRunner.stop(),
      aiAsker.stop(),
      stopRetention(),
      stopMail?.(),
    ]);
  };
}
