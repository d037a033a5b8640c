import { sql } from 'kysely';
import { ok } from '#contract/kit/result.ts';
import { listShortContacts } from '#contract/submissions/contacts.ts';
import { countSubmissionErrors } from '#contract/submissions/work.ts';
import { totalOfList } from '#server/kit/db/paging.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { errorsSeen, ownerSeen } from '../requests/submission-rows.ts';

/** The people by whom submissions can be filtered, and how much of a person’s submissions is work. */
export const submissionContactRoutes: Handler[] = [
  handle(listShortContacts, async ({ cust, onlyMy }, { services, actor }) => {
    const ownerId = onlyMy === 'true' ? actor.userId : ownerSeen(actor);
    return ok(
      await services.db
        .selectFrom('app_user as u')
        .select(['u.id', 'u.name', totalOfList])
        .where(
          ownerId === null
            ? sql<boolean>`((u.customer_id = ${cust} and u.deleted_at is null)
                or u.id in (select s.user_id from submission s where s.customer_id = ${cust}))`
            : sql<boolean>`u.id = ${ownerId}`,
        )
        .orderBy('u.name')
        .orderBy('u.id')
        .limit(1000)
        .execute(),
    );
  }),

  handle(countSubmissionErrors, async ({ cust }, { services, actor }) =>
    ok({ count: await errorsSeen(services.db, cust, ownerSeen(actor)) }),
  ),
];
