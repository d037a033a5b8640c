import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';

type Owner = { readonly customerId: number; readonly userId: number };
type LinkKind = 'reset' | 'invitation';
type Parts = Pick<Services, 'now' | 'config'>;

/** How long a link works, in minutes. */
export const linkMinutes = { reset: 30, invitation: 72 * 60 } as const;

/**
 * Makes a link with which a person sets a password once. Earlier links of its kind stop working. The database has only the hash of
 * its token, which also names the link's mail.
 */
export async function makeLink(tx: Tx, { now, config }: Parts, owner: Owner, kind: LinkKind) {
  // Starts with the customer id, because tokens are stored by customer.
  const token = `${owner.customerId}.${randomBytes(32).toString('base64url')}`;
  const hash = hashOfToken(token);
  await endLinks(tx, { now }, owner, kind);
  await tx
    .insertInto('reset_token')
    .values({
      customer_id: owner.customerId,
      token_hash: hash,
      user_id: owner.userId,
      kind,
      expires_at: new Date(now().getTime() + linkMinutes[kind] * 60_000),
    })
    .execute();
  return { hash, url: new URL(`/reset/${token}`, config.publicUrl).href };
}

/** Ends the open links of a person: those of one kind when a newer one is made, all with a new password. */
export async function endLinks(tx: Tx, { now }: Pick<Services, 'now'>, owner: Owner, kind?: LinkKind): Promise<void> {
  await tx
    .updateTable('reset_token')
    .set({ used_at: now() })
    .where('customer_id', '=', owner.customerId)
    .where('user_id', '=', owner.userId)
    .where('used_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'reset'))
    .execute();
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url');
