import { type RawBuilder, sql } from 'kysely';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { LinkedPerson } from '#contract/people/links.ts';
import { proposedRights, sharedRights, statusOfLink } from '#domain/people/links.ts';
import type { Holder } from '#domain/rights/may.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { toHolder } from '#server/kit/http/actors.ts';

export const everyRight = Object.keys(rightIds) as RightName[];
export const idsOf = (rights: Iterable<RightName>): number[] => [...rights].map((right) => rightIds[right]).sort((a, b) => a - b);

type Row = Omit<LinkedPerson, 'status' | 'rights'> & {
  readonly agreedAt: string | null;
  readonly rejectedAt: string | null;
  readonly linkRights: number[] | null;
  readonly rights: number[];
  readonly administrator: boolean;
  readonly authorises_everything: boolean;
};
export type LinkRow = Row & Pick<LinkedPerson, 'status'>;

/**
 * Links by a condition on `l` (the link). They are read without the limit to a customer, since a link is a row of the person's
 * customer and matters to two: the condition must name the customer or person that the caller may see.
 */
export async function readLinks(db: Db | Tx, where: RawBuilder<boolean>, lock = false): Promise<LinkRow[]> {
  const { rows } = await sql<Row>`
    select l.user_id as "userId", u.name, u.email, l.customer_id as "customerId", home.name as "customerName",
      l.linked_customer_id as "linkedCustomerId", other.name as "linkedCustomerName", l.asked_at as "askedAt",
      l.agreed_at as "agreedAt", l.rejected_at as "rejectedAt", coalesce(l.agreed_at, l.rejected_at) as "decidedAt",
      by_person.name as "decidedBy", l.reason, l.rights as "linkRights", u.rights, r.administrator, r.authorises_everything
    from user_link l
    join app_user u on u.customer_id = l.customer_id and u.id = l.user_id and u.disabled_at is null
    join role r on r.id = u.role_id
    join customer home on home.id = l.customer_id and home.deleted_at is null
    join customer other on other.id = l.linked_customer_id and other.deleted_at is null
    left join app_user by_person on by_person.id = l.decided_by
    where ${where} order by l.asked_at desc, l.user_id, l.linked_customer_id ${lock ? sql`for update of l` : sql``}`.execute(db);
  return rows.map((row) => ({ ...row, status: statusOfLink(row) }));
}

/** A link as its two sides see it. `giver` decides which rights are proposed while it is not decided. */
export function linkedPerson(row: LinkRow, giver: Holder): LinkedPerson {
  const own = toHolder(row);
  const proposed = () => idsOf(proposedRights(own, giver, everyRight));
  const { agreedAt, rejectedAt: _rejected, linkRights, administrator: _flag, authorises_everything: _every, ...shown } = row;
  const atOther = linkRights ?? idsOf(sharedRights(own, { ...own, administrator: true }, everyRight));
  return { ...shown, rights: agreedAt === null ? proposed() : atOther };
}
