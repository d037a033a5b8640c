import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { type DeviceStore, openDeviceStores } from '#src/store/device-stores.ts';
import { useLocalStore } from './local-store.ts';

/** Stores of the person signed in, kept up to date over all tabs; null until read. Those of others are not theirs to see [edge case 39]. */
export function useDeviceStores(): readonly DeviceStore[] | null {
  const { store } = useLocalStore();
  const [list] = useState(() => openDeviceStores());
  useEffect(() => () => list.close(), [list]);
  const all = useLiveQuery(() => list.list(), [list]);
  const mine = all?.find(({ name }) => name === store.name)?.userHash;
  return all && mine !== undefined ? all.filter(({ userHash }) => userHash === mine) : null;
}
