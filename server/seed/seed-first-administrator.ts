import { randomBytes } from 'node:crypto';
import type { Services } from '../kit/http/handle.ts';
import { hashPassword } from '../people/auth/passwords.ts';
import { addCustomer, addUser, seedRoles } from './seed.ts';

/**
 * Creates the provider and its first administrator in an empty installation. Returns the password, which is shown once and is
 * already expired; undefined if a user exists.
 */
export async function seedFirstAdministrator(services: Services, email: string): Promise<string | undefined> {
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(services.secrets, password);
  return services.db.transaction().execute(async (tx) => {
    const somebody = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
    if (somebody) return undefined;
    await seedRoles(tx);
    const customerId = await addCustomer(tx, { name: 'Provider', provider: true });
    await addUser(tx, { customerId, email, name: 'Administrator', roleId: 2, passwordHash });
    await tx.updateTable('sign_in').set({ expired: true }).where('email', '=', email.toLowerCase()).execute();
    return password;
  });
}
