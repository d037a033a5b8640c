import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { type DeviceStore, openDeviceStores } from '#src/store/device-stores.ts';
import { useLocalStore } from './local-store.ts';

/**
 * This device's stores of the signed-in user, kept up to date across tabs; null until read. Stores of other users are not listed
 * [edge case 39].
 */
export function useDeviceStores(): readonly DeviceStore[] | null {
  const { store } = useLocalStore();
  const [list] = useState(() => openDeviceStores());
  useEffect(() => () => list.close(), [list]);
  const all = useLiveQuery(() => list.list(), [list]);
  const mine = all?.find(({ name }) => name === store.name)?.userHash;
  return all && mine !== undefined ? all.filter(({ userHash }) => userHash === mine) : null;
}
