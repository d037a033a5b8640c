import { useEffect, useState } from 'react';
import type { DeviceStore } from '#src/store/device-stores.ts';
import { storeSize } from '#src/store/store-size.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';

/** Bytes by the name of a store. */
export type Sizes = ReadonlyMap<string, number>;

/** The approximate size of each store, measured when the list of stores changes. */
export function useStoreSizes(stores: readonly DeviceStore[] | null): Sizes {
  const { store: open } = useLocalStore();
  const [sizes, setSizes] = useState<Sizes>(new Map());
  const asked = JSON.stringify(
    (stores ?? []).map(({ name, customerId, impersonation, rows }) => [name, customerId, impersonation, rows]),
  );
  useEffect(() => {
    let stale = false;
    const wanted = JSON.parse(asked) as [string, number, string | null, number][];
    const measure = async () => {
      for (const [name, customerId, impersonation] of wanted) {
        const store = name === open.name ? open : await openBrowserStore({ ...open.key, customerId, impersonation });
        const size = await storeSize(store).finally(() => (store === open ? undefined : store.close()));
        if (stale) return;
        setSizes((known) => new Map(known).set(name, size));
      }
    };
    // A store that cannot be read now has no size.
    measure().catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [asked, open]);
  return sizes;
}
