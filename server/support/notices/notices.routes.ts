import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { Audience, Reached } from '#contract/support/audience.ts';
import {
  addNotice,
  countNoticeCustomers,
  listNoticeCrawlers,
  listNoticeCustomers,
  listNoticeTargets,
  listOwnNotices,
  listProviderNotices,
  removeNotice,
  saveNotice,
} from '#contract/support/notices.ts';
import { audienceProblem, tidyAudience } from '#domain/notices/audience.ts';
import { targetKinds } from '#domain/targets/target-kinds.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { cleanHtml, plainText } from '#server/kit/lib/clean-html.ts';
import { sendJob } from '#server/kit/queue/queue.ts';
import { addressedCustomers } from './audience-facts.ts';
import { noticesOf } from './notice-rows.ts';
import { noticesQueue } from './publish-notices.ts';

/** Notices of the provider: administrators write them, and the people of the customers that they address read them. */
export const providerNoticeRoutes: Handler[] = [
  handle(listNoticeCrawlers, async (_args, { services: { db } }) =>
    ok(
      await db
        .selectFrom('crawler_setup')
        .select(['id', 'name'])
        .where('removed', '=', false)
        .orderBy('name')
        .orderBy('id')
        .execute(),
    ),
  ),
  handle(listNoticeTargets, async () =>
    ok(
      targetKinds
        .filter(({ isDescribed }) => isDescribed)
        .map(({ id, name }) => ({ id, name }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    ),
  ),
  handle(listNoticeCustomers, async (_args, { services: { db } }) =>
    ok(
      await db
        .selectFrom('customer')
        .select(['id', 'name'])
        .where('deleted_at', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute(),
    ),
  ),
  handle(listProviderNotices, async (_args, { services: { db } }) => ok(await noticesOf(db))),
  handle(addNotice, { audit: 'notice.add' }, async ({ id: _new, ...sent }, { tx, services, actor }) => {
    const judged = storable(sent);
    if ('fields' in judged) return no({ kind: 'invalid', fields: judged.fields });
    const by = { changed_by: actor.name, changed_at: services.now() };
    const added = await tx
      .insertInto('notice')
      .values({ ...judged, ...by })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = await publishLater(tx, added.id);
    return done(after, {
      object: ['providerNotice', after.id],
      changed: changesBetween(null, lineOf(after)),
      facts: { name: after.name },
    });
  }),
  handle(saveNotice, { audit: 'notice.save' }, async ({ id, ...sent }, { tx, services, actor }) => {
    const judged = storable(sent);
    if ('fields' in judged) return no({ kind: 'invalid', fields: judged.fields });
    const [before] = await noticesOf(tx, id);
    if (!before) return no(absent('notice', id));
    const by = { changed_by: actor.name, changed_at: services.now() };
    await tx
      .updateTable('notice')
      .set({ ...judged, ...by })
      .where('id', '=', id)
      .execute();
    const after = await publishLater(tx, id);
    return done(after, {
      object: ['providerNotice', id],
      changed: changesBetween(lineOf(before), lineOf(after)),
      facts: { name: after.name },
    });
  }),
  handle(removeNotice, { audit: 'notice.remove' }, async ({ id }, { tx }) => {
    const removed = await tx.deleteFrom('notice').where('id', '=', id).returning('name').executeTakeFirst();
    if (!removed) return no(absent('notice', id));
    await sendJob(tx, noticesQueue, {});
    return done({}, { object: ['providerNotice', id], facts: { name: removed.name } });
  }),
  handle(countNoticeCustomers, { audit: onlyReads }, async (audience, { services: { db } }) => {
    const problem = audienceProblem(audience);
    return problem === null ? ok(await reached(db, audience)) : no({ kind: 'invalid', fields: { audience: problem } });
  }),
  handle(listOwnNotices, async ({ cust }, { services: { db, now }, actor }) => {
    const rows = await rowsOf(db, cust, 'customerNotice');
    const at = now().toISOString();
    const shown = rows.filter(
      ({ expiresAt, dismissedBy }) => (expiresAt === null || expiresAt > at) && !dismissedBy.includes(actor.userId),
    );
    return ok(
      shown
        .toReversed()
        .map(({ id, name, html, text, shownSince, expiresAt }) => ({ id, name, message: html, text, shownSince, expiresAt })),
    );
  }),
];

type Sent = {
  readonly name: string;
  readonly message: string;
  readonly visible: boolean;
  readonly expiresOn?: string | null | undefined;
  readonly audience: Audience;
};

/** The columns of a notice with its message cleaned, or what is wrong with it by field. */
function storable({ name, message, visible, expiresOn = null, audience }: Sent) {
  const problem = audienceProblem(audience);
  if (problem !== null) return { fields: { audience: problem } };
  const clean = cleanHtml(message);
  if (plainText(clean) === '') return { fields: { message: 'Write the message as text: nothing of this can be shown.' } };
  const { customers, crawlers, targetKinds: kinds, everyone } = tidyAudience(audience);
  return { name, message: clean, visible, expires_on: expiresOn, everyone, customers, crawlers, target_kinds: kinds };
}

/** What the audit keeps of a notice. */
const lineOf = ({ name, message, visible, expiresOn, audience }: Sent) => ({ name, message, visible, expiresOn, ...audience });

/** Has the customers get the notice as it is now. */
async function publishLater(tx: Tx, id: number) {
  await sendJob(tx, noticesQueue, {});
  const [after] = await noticesOf(tx, id);
  if (!after) throw new Error('a notice was not saved');
  return after;
}

async function reached(db: Db, audience: Audience): Promise<Reached> {
  const customers = await addressedCustomers(db, audience);
  if (customers.length === 0) return { customers: 0, people: 0 };
  const { people } = await db
    .selectFrom('app_user')
    .select((e) => e.fn.countAll<number>().as('people'))
    .where('customer_id', 'in', customers)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { customers: customers.length, people };
}
