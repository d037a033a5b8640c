import { createHmac, randomInt } from 'node:crypto';
import type { Tx } from '#server/kit/db/connection.ts';
import type { FactorServices, User } from './authenticator.ts';

const howMany = 10;
/** Without letters and digits that look alike. Ten of these are 49 bits. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';

const drawn = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Keyed, because 49 bits alone could be guessed from a stolen database. One hash for each root key, the newest first. */
const hashesOf = ({ secrets }: FactorServices, code: string) =>
  secrets.deriveEach('recovery codes').map(({ key }) =>
    createHmac('sha256', key)
      .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
      .digest('base64url'),
  );

/** Replaces the user's recovery codes. Only the return value has them in clear. */
export async function renewCodes(tx: Tx, services: FactorServices, user: User): Promise<string[]> {
  const codes = Array.from({ length: howMany }, drawn);
  await removeCodes(tx, user);
  await tx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({ customer_id: user.customerId, user_id: user.userId, code_hash: hashesOf(services, code)[0] ?? '' })),
    )
    .execute();
  return codes.map(shown);
}

/** Accepts a recovery code once, whatever its spaces, hyphens and letter case. */
export async function acceptRecoveryCode(tx: Tx, services: FactorServices, user: User, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: services.now() })
    .where('customer_id', '=', user.customerId)
    .where('user_id', '=', user.userId)
    .where('code_hash', 'in', hashesOf(services, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function removeCodes(tx: Tx, user: User): Promise<void> {
  await tx.deleteFrom('recovery_code').where('customer_id', '=', user.customerId).where('user_id', '=', user.userId).execute();
}
