import type { StoreKey } from './store.ts';

/** Name of a store's database. It is a hash, so that a list of a device's databases reveals no names [edge case 39]. */
export async function storeName(key: StoreKey, digest: (text: string) => Promise<string>): Promise<string> {
  const { origin, userId, customerId, impersonation } = key;
  return `jobdock-${(await digest(JSON.stringify([origin, userId, customerId, impersonation]))).slice(0, 32)}`;
}

/** Hash of a user, to find the user's stores without storing the name. */
export const userHash = async (origin: string, userId: number, digest: (text: string) => Promise<string>) =>
  (await digest(JSON.stringify([origin, userId]))).slice(0, 32);
