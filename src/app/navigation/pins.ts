import * as z from 'zod';
import { useSession } from '#src/entities/session/session.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

const Pin = z.object({ to: z.string(), label: z.string() });
/** A screen or view that the user keeps in the sidebar. */
export type Pin = z.infer<typeof Pin>;

const pinned = localSetting('pinned', z.record(z.string(), z.array(Pin)), {});

/** What everybody who reads jobs works on, until they choose their own. */
const firstPins: readonly Pin[] = [
  { to: pathTo('/staging/:pg?/:all?', {}, { view: 'triage' }), label: 'Triage' },
  { to: pathTo('/staging/:pg?/:all?', {}, { view: 'topost' }), label: 'To post' },
];

/** The user's pins in this customer's data on this device. */
export function usePins() {
  const { role, customer, may } = useSession();
  const [all, setAll] = useSetting(pinned);
  const key = `${role.userId}/${customer.id}`;
  const pins: readonly Pin[] = all[key] ?? (may('staging.read') ? firstPins : []);
  const set = (next: readonly Pin[]) => setAll({ ...pinned.read(), [key]: [...next] });
  return {
    pins,
    pin: (added: Pin) => set([...pins.filter(({ to }) => to !== added.to), added]),
    unpin: (to: string) => set(pins.filter((one) => one.to !== to)),
  };
}
