import type { Db } from '#server/kit/db/connection.ts';
import { createSecrets } from '#server/kit/lib/secrets.ts';
import { hashPassword } from '#server/people/auth/passwords.ts';
import { addCustomer, addUser, seedRoles } from '#server/seed/seed.ts';

/** The root key of every test service. */
export const rootKey = new Uint8Array(32).fill(7);

/** The password of every test user. */
export const testPassword = 'correct-Horse-7-battery';

/** Sign-in names of those users. */
export const emails = {
  administrator: 'admin@provider.test',
  recruiter: 'recruiter@north.test',
  viewer: 'viewer@north.test',
  chief: 'chief@north.test',
  stranger: 'recruiter@south.test',
} as const;

/** Ids of the users and customers of every test service. `north` and `south` are unrelated. */
export type TestPeople = { readonly [who in keyof typeof emails | 'provider' | 'north' | 'south']: number };

/** Adds roles, customers and users to an empty database. */
export async function addPeople(db: Db): Promise<TestPeople> {
  const shared = { passwordHash: await hashPassword(createSecrets(rootKey), testPassword), disclaimerBy: 'Test' };
  return db.transaction().execute(async (tx) => {
    await seedRoles(tx);
    const provider = await addCustomer(tx, { name: 'Provider', provider: true, settings: { secondFactor: 'optional' } });
    const north = await addCustomer(tx, { name: 'North Staffing' });
    const south = await addCustomer(tx, { name: 'South Staffing' });
    const user = (customerId: number, who: keyof typeof emails, roleId: number) =>
      addUser(tx, { ...shared, customerId, email: emails[who], name: `The ${who}`, roleId });
    return {
      provider,
      north,
      south,
      administrator: await user(provider, 'administrator', 2),
      recruiter: await user(north, 'recruiter', 3),
      viewer: await user(north, 'viewer', 4),
      chief: await user(north, 'chief', 1),
      stranger: await user(south, 'stranger', 3),
    };
  });
}
