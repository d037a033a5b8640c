import { sql } from 'kysely';
import { ok } from '#contract/kit/result.ts';
import { changeLink, linkStatus, listLinks } from '#contract/people/links.ts';
import { may } from '#domain/rights/may.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { askForLink } from './ask-for-link.ts';
import { decideLink, unlink } from './decide-link.ts';
import { linkedPerson, readLinks } from './link-rows.ts';
import { sidesOf } from './sides.ts';

/** People who work at another customer than their own. */
export const linkRoutes: Handler[] = [
  handle(listLinks, async ({ cust }, { services, actor }) => {
    const db = withoutScope(services.db);
    const decides = may(actor, 'links.write');
    const all = may(actor, 'users.read');
    const shown = all ? sql<boolean>`true` : sql<boolean>`l.user_id = ${actor.userId}`;
    return ok({
      linkedAccounts: decides
        ? (await readLinks(db, sql<boolean>`l.linked_customer_id = ${cust}`)).map((row) => linkedPerson(row, actor))
        : [],
      linkedCustomers: (await readLinks(db, sql<boolean>`l.customer_id = ${cust} and ${shown}`)).map((row) =>
        linkedPerson(row, actor),
      ),
    });
  }),

  handle(
    changeLink,
    // An approval gives rights.
    { audit: 'link.change', ownTransactions: true, stepUp: ({ status }) => status === linkStatus.approved },
    async (args, { services, actor, ip, record }) => {
      const sides = await sidesOf(services.db, actor, args);
      if (!sides.ok) return sides;
      const change = { ...args, ...sides.value, services, actor, ip, record };
      const { status } = args;
      const changed =
        status === linkStatus.asked
          ? await askForLink(change)
          : status === linkStatus.none
            ? await unlink(change)
            : await decideLink(change);
      if (!changed.ok) return changed;
      const { receipt, ...reply } = changed.value;
      return receipt === null ? unchanged(reply) : done(reply, receipt);
    },
  ),
];
