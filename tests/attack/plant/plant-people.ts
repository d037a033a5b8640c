import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { insertRows } from './plant-rows.ts';
import { canaryOf, type PlantedRow, uuidOf } from './planted.ts';

const [at, later] = ['2026-11-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];

/**
 * Plants what belongs to people of customer `n`, whose user has the id `n` as well, and to their sign-in. Nothing of it opens anything:
 * there is no password, and keys are stored as hashes.
 */
export async function plantPeople(db: Db, n: number): Promise<void> {
  const c = canaryOf(n);
  const rows: readonly PlantedRow[] = [
    ['app_user', { id: n, email: `${c}@x.test`, name: c, role_id: 3 }],
    ['sign_in', { user_id: n, email: `${c}@x.test` }],
    [
      'session',
      { id: uuidOf(n), user_id: n, refresh_hash: c, device: c, rotated_at: at, created_at: at, seen_at: at, ended_at: at },
    ],
    ['authenticator', { user_id: n, last_step: 1 }],
    ['recovery_code', { user_id: n, code_hash: c }],
    ['passkey', { id: c, user_id: n, name: c, host: `${c}.test`, public_key: c, counter: 0 }],
    ['passkey_challenge', { holder: c, challenge: c, expires_at: later }],
    ['pending_sign_in', { token_hash: c, user_id: n, expires_at: later }],
    ['reset_token', { token_hash: c, user_id: n, expires_at: later }],
    ['api_key_result', { user_id: n, key: c, fingerprint: c, status: 200, body: JSON.stringify({ c }) }],
    ['user_link', { user_id: n, linked_customer_id: n, asked_at: at, reason: c }],
    [
      'work_as',
      {
        id: n,
        user_id: n,
        actor_customer_id: n,
        actor_id: n,
        session_id: uuidOf(n),
        reason: c,
        from_at: at,
        until_at: at,
        ended_at: at,
      },
    ],
    ['service_item', { id: n, code: c, value: 1, set_by: n }],
    ['sign_on', { issuer: `https://${c}.test`, client_id: c, local_passwords: true }],
    ['sign_on_attempt', { token_hash: c, started_at: at, expires_at: later }],
    ['sign_on_domain', { domain: `${c}.test`, confirmed_at: at }],
  ];
  await db.transaction().execute(async (tx) => {
    await insertRows(tx, n, rows);
    // Parsers are the provider's: customers have them assigned, so that their names say nothing of a customer.
    await sql`insert into parser (id, name) overriding system value values (${n}, ${`Parser ${n}`})`.execute(tx);
  });
}
