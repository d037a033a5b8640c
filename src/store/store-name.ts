import type { StoreKey } from './store.ts';

/** Name of a store's database: a hash, so that anyone who lists the databases of a device learns no names [edge case 39]. */
export async function storeName(key: StoreKey, digest: (text: string) => Promise<string>): Promise<string> {
  const { origin, userId, customerId, impersonation } = key;
  return `jobdock-${(await digest(JSON.stringify([origin, userId, customerId, impersonation]))).slice(0, 32)}`;
}

/** Hash of a user, to find the stores of one without naming them. */
export const userHash = async (origin: string, userId: number, digest: (text: string) => Promise<string>) =>
  (await digest(JSON.stringify([origin, userId]))).slice(0, 32);
