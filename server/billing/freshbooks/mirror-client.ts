import { ok } from '#contract/kit/result.ts';
import { hasReference } from '#domain/billing/mirror.ts';
import { type MirrorWork, makeOnce, referenceOf } from './make-once.ts';
import type { Claim, WorkEnd } from './mirror-rows.ts';

/** Brings a customer to FreshBooks as a client. */
export async function mirrorClient(work: MirrorWork, claim: Claim): Promise<WorkEnd> {
  const { db, port } = work;
  const reference = referenceOf(work, claim);
  const customer = await db
    .selectFrom('customer as c')
    .leftJoin('billing_contact as b', (join) => join.onRef('b.customer_id', '=', 'c.id').on('b.is_primary', '=', true))
    .select(['c.name', 'c.email', 'b.email as billsTo', 'b.first_name as firstName', 'b.last_name as lastName'])
    .where('c.id', '=', claim.customerId)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!customer) return { kind: 'there', state: 'removed', extId: null };
  const made = await makeOnce(work, claim, {
    async find() {
      const clients = await port.clientsNoting(reference);
      return clients.ok ? ok(clients.value.find(({ note }) => hasReference(note, reference))?.id) : clients;
    },
    async make() {
      const client = await port.createClient({
        organization: customer.name,
        fname: customer.firstName ?? '',
        lname: customer.lastName ?? '',
        email: customer.billsTo ?? customer.email ?? '',
        note: `Customer ${claim.customerId} of Jobdock. Keep this reference: ${reference}`,
      });
      return client.ok ? ok(client.value.id) : client;
    },
  });
  return 'kind' in made ? made : { kind: 'there', state: 'made', extId: made.extId };
}
