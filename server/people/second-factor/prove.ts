import type { Factor } from '#contract/kit/errors.ts';
import type { FactorProof } from '#contract/people/second-factor-proof.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { acceptCode, type FactorServices, type User } from './authenticator.ts';
import { acceptPasskey, type Holder, type Site } from './passkeys.ts';
import { acceptRecoveryCode } from './recovery-codes.ts';

type Asked = { readonly user: User; readonly holder: Holder; readonly site: Site | null };

/**
 * Accepts the first proof that was sent: a code, a recovery code or a passkey. Each works once, so the transaction must commit.
 * Returns which one; null if it does not fit or none was sent.
 */
export async function proveFactor(tx: Tx, services: FactorServices, asked: Asked, proof: FactorProof): Promise<Factor | null> {
  const { user, holder, site } = asked;
  const { code, recoveryCode, passkey } = proof;
  if (code !== undefined) return (await acceptCode(tx, services, user, code)) ? 'code' : null;
  if (recoveryCode !== undefined) return (await acceptRecoveryCode(tx, services, user, recoveryCode)) ? 'recoveryCode' : null;
  if (passkey === undefined || site === null) return null;
  return (await acceptPasskey(tx, { user, holder, site, now: services.now() }, passkey)) ? 'passkey' : null;
}

/** What a refused proof is called, with the remedy. */
export function wrongProof(proof: FactorProof): string {
  if (proof.code !== undefined) return 'This code is wrong or was used before. Wait for the next one and enter it.';
  if (proof.recoveryCode !== undefined) return 'This recovery code is wrong or was used before. Try another one.';
  if (proof.passkey !== undefined) return 'This passkey was not accepted. Try again, or use another way.';
  return 'Send a code, a recovery code or a passkey.';
}
