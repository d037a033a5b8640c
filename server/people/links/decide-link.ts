import { sql, type Updateable } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { linkStatus } from '#contract/people/links.ts';
import { mayLinkRight, proposedRights } from '#domain/people/links.ts';
import { wordsOf } from '#domain/rights/giving-words.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { PeopleTables } from '#server/kit/db/tables/people-tables.ts';
import { toHolder } from '#server/kit/http/actors.ts';
import { everyRight, idsOf, type LinkRow, readLinks } from './link-rows.ts';
import { recordLink } from './record-link.ts';
import type { LinkChange, LinkChanged, LinkRefusal } from './sides.ts';
import { tellPerson } from './tell-links.ts';

/** Approves a link with its rights, changes the rights of an approved one, or rejects it. */
export async function decideLink(change: LinkChange): Promise<LinkChanged> {
  const { status, services, actor, record } = change;
  const approves = status === linkStatus.approved;
  return inLink(change, async (tx, link): Promise<LinkChanged> => {
    const rights = approves ? rightsFor(change, link) : ok(null);
    if (!rights.ok) return rights;
    const before = { status: link.status, rights: link.linkRights };
    const after = { status, rights: rights.value };
    const message = approves ? `${link.name} can work in the data of ${link.linkedCustomerName}.` : 'The request is rejected.';
    if (JSON.stringify(before) === JSON.stringify(after)) return ok({ status, message, receipt: null });
    const now = services.now();
    await updateLink(tx, link, {
      agreed_at: approves ? (link.agreedAt ?? now.toISOString()) : null,
      rejected_at: approves ? null : now.toISOString(),
      decided_by: actor.actorId,
      reason: approves || change.reason === '' ? null : change.reason,
      rights: rights.value,
    });
    if (link.status !== status) await tellPerson(tx, services, link, decisionOf(change, link));
    return ok({ status, message, receipt: await recordLink(tx, record, link, changesOf(before, after)) });
  });
}

/** Ends a link, or withdraws a request. A rejected one stays: else its person could ask again at once. */
export async function unlink(change: LinkChange): Promise<LinkChanged> {
  const { services, actor, record } = change;
  return inLink(change, async (tx, link): Promise<LinkChanged> => {
    if (link.status === linkStatus.rejected)
      return ok({ status: link.status, message: 'The request is rejected.', receipt: null });
    await tx
      .deleteFrom('user_link')
      .where('customer_id', '=', link.customerId)
      .where('user_id', '=', link.userId)
      .where('linked_customer_id', '=', link.linkedCustomerId)
      .execute();
    if (link.userId !== actor.userId)
      await tellPerson(tx, services, link, `${actor.name} ended your access to the data of ${link.linkedCustomerName}.`);
    const receipt = await recordLink(tx, record, link, { status: [link.status, linkStatus.none] });
    return ok({ status: linkStatus.none, message: 'The link has ended.', receipt });
  });
}

/** Works on the locked link; afterwards the person's sessions are read again, so that streams and calls follow at once. */
async function inLink(
  { home, id, linkedCustomerId, services }: LinkChange,
  work: (tx: Tx, link: LinkRow) => Promise<LinkChanged>,
): Promise<LinkChanged> {
  const db = withoutScope(services.db);
  const which = sql<boolean>`l.customer_id = ${home} and l.user_id = ${id} and l.linked_customer_id = ${linkedCustomerId}`;
  const changed = await db.transaction().execute(async (tx): Promise<LinkChanged> => {
    const [link] = await readLinks(tx, which, true);
    return link ? work(tx, link) : no({ kind: 'not_found' });
  });
  if (changed.ok && changed.value.receipt !== null) services.actors.forgetPeople([id]);
  return changed;
}

const nameOfRight = new Map<number, RightName>(everyRight.map((right) => [rightIds[right], right]));

/** The rights that an approval gives: no one adds one that they do not hold themselves at this customer. */
function rightsFor({ rights, giver }: LinkChange, link: LinkRow): Result<number[], LinkRefusal> {
  const problem = (words: string) => no({ kind: 'invalid' as const, fields: { rights: words } });
  const had = new Set(link.agreedAt === null ? [] : (link.linkRights ?? idsOf(toHolder(link).rights)));
  if (rights === undefined)
    return ok(link.agreedAt === null ? idsOf(proposedRights(toHolder(link), giver, everyRight)) : [...had].sort((a, b) => a - b));
  const chosen = new Set<RightName>();
  for (const id of rights) {
    const right = nameOfRight.get(id);
    if (right === undefined) return problem(`There is no right ${id}: choose among those of GET /api/Rights.`);
    if (!had.has(id) && !mayLinkRight(giver, right))
      return problem(wordsOf({ kind: 'right_not_held', userId: link.userId, rights: [right] })[1]);
    chosen.add(right);
  }
  return ok(idsOf(chosen));
}

const updateLink = (tx: Tx, { customerId, userId, linkedCustomerId }: LinkRow, set: Updateable<PeopleTables['user_link']>) =>
  tx
    .updateTable('user_link')
    .set(set)
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('linked_customer_id', '=', linkedCustomerId)
    .execute();

function decisionOf({ status, reason }: LinkChange, link: LinkRow): string {
  if (status === linkStatus.approved) return `Your request is approved: you can work in the data of ${link.linkedCustomerName}.`;
  const what =
    link.status === linkStatus.approved
      ? `Your access to the data of ${link.linkedCustomerName} has ended.`
      : `Your request to work in the data of ${link.linkedCustomerName} is rejected.`;
  return reason === '' ? what : `${what} Reason: ${reason}`;
}

type Decided = { readonly status: number; readonly rights: readonly number[] | null };
const changesOf = (before: Decided, after: Decided) => ({
  status: [before.status, after.status] as const,
  rights: [before.rights, after.rights] as const,
});
