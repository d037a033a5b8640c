import type { CustomerRef } from '#contract/kit/ids.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type LinkStatus, linkStatus } from '#contract/people/links.ts';
import { may } from '#domain/rights/may.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { RecordLine } from '#server/kit/http/audited.ts';
import { inCustomer } from '#server/kit/http/call-scope.ts';
import { isCustomer, resolveCustomer } from '#server/kit/http/customer-access.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';

type Asked = {
  readonly customer: CustomerRef;
  readonly id: number;
  readonly linkedCustomerId: number;
  readonly status: LinkStatus;
};

/** What the caller may do with a link: for the person, at home, and for the linked customer. `giver` is the caller there. */
type Sides = { readonly home: number; readonly ofPerson: boolean; readonly ofLinked: boolean; readonly giver: Actor };

/** A change of a link with what it needs. */
export type LinkChange = Sides & {
  readonly id: number;
  readonly linkedCustomerId: number;
  readonly status: LinkStatus;
  readonly customerName: string;
  readonly reason: string;
  readonly rights?: readonly number[] | undefined;
  readonly services: Services;
  readonly actor: Actor;
  readonly ip: string;
  readonly record: RecordLine;
};
export type LinkRefusal =
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'forbidden'; needs?: string }
  | { kind: 'not_found' }
  | { kind: 'busy'; retryAfterSeconds: number };
/** The new status with its sentence. Without a receipt, nothing changed. */
export type LinkChanged = Result<{ status: LinkStatus; message: string; receipt: Receipt | null }, LinkRefusal>;

/**
 * The sides of a link that the caller acts for. A person asks for themself, or a user administrator of their customer for them;
 * people of the linked customer with the right decide, but not about themselves. A link with a customer that the caller has
 * nothing to do with does not exist for them.
 */
export async function sidesOf(db: Db, actor: Actor, asked: Asked): Promise<Result<Sides, LinkRefusal>> {
  const { customer, id, linkedCustomerId, status } = asked;
  const atHome = await resolveCustomer(db, actor, customer);
  const atLinked = isCustomer(linkedCustomerId) ? await resolveCustomer(db, actor, linkedCustomerId) : null;
  const home = customer === 'me' ? actor.customerId : customer;
  const isSelf = actor.userId === id && actor.customerId === home;
  const giver = inCustomer(actor, linkedCustomerId);
  const sides = {
    home,
    ofPerson: isSelf || (atHome.ok && may(inCustomer(actor, home), 'users.write')),
    ofLinked: atLinked?.ok === true && may(giver, 'links.write') && (!isSelf || actor.administrator),
    giver,
  };
  const isDecision = status === linkStatus.approved || status === linkStatus.rejected;
  const enough = isDecision ? sides.ofLinked : sides.ofPerson || (status === linkStatus.none && sides.ofLinked);
  if (enough) return ok(sides);
  if (isDecision ? atLinked?.ok === true : atHome.ok)
    return no({ kind: 'forbidden', needs: isDecision ? 'links.write' : 'users.write' });
  return no({ kind: 'not_found' });
}
