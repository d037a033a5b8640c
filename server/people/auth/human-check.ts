import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import type { Services } from '#server/kit/http/handle.ts';

const minutes = 10;

/** About 256 tries of 5,000 rounds: a second or two on one core, once, for a person; expensive for an attacker. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5000, keyPrefix: '00' } as const;

/** A signed challenge, valid for ten minutes. */
export function newChallenge(services: Services): Promise<Challenge> {
  return createChallenge({
    ...work,
    deriveKey,
    expiresAt: new Date(services.now().getTime() + minutes * 60_000),
    hmacSignatureSecret: signingSecret(services),
  });
}

const Solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string().min(1),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** True if the widget's response (base64 of JSON) solves one of our challenges that has not been used before. */
export async function humanCheckHolds(services: Services, response: string | undefined): Promise<boolean> {
  const payload = response === undefined ? undefined : read(response);
  if (!payload) return false;
  const { verified } = await verifySolution({
    challenge: payload.challenge,
    solution: payload.solution,
    deriveKey,
    hmacSignatureSecret: signingSecret(services),
  });
  if (!verified) return false;
  const { nonce, expiresAt } = payload.challenge.parameters;
  const now = services.now();
  await services.db.deleteFrom('used_challenge').where('expires_at', '<', now.toISOString()).execute();
  // If two requests send the same solution at once, the primary key lets only one succeed.
  const used = await services.db
    .insertInto('used_challenge')
    .values({ nonce, expires_at: new Date(expiresAt * 1000) })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return used.numInsertedOrUpdatedRows === 1n;
}

function read(response: string): z.infer<typeof Solved> | undefined {
  try {
    const parsed = Solved.safeParse(JSON.parse(Buffer.from(response, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const signingSecret = (services: Services) => Buffer.from(services.secrets.derive('human check')).toString('hex');
