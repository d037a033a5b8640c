import { useCallback } from 'react';
import * as z from 'zod';
import { useSession } from '#src/entities/session/session.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';

const Place = z.object({ to: z.string(), label: z.string() });
/** An address that the user has been at, and its name. */
export type Place = z.infer<typeof Place>;

const keptAtMost = 12;
const places = localSetting('recent-places', z.record(z.string(), z.array(Place)), {});

/** Forgets them at sign-out, because names of a customer's rules and tasks are among them. */
export const forgetRecents = (): void => places.write({});

/** The pages where this user has been in this customer's data on this device, latest first. */
export function useRecents(): { readonly recents: readonly Place[]; readonly remember: (place: Place) => void } {
  const { role, customer } = useSession();
  const key = `${role.userId}/${customer.id}`;
  const [all, setAll] = useSetting(places);
  const remember = useCallback(
    (place: Place) => {
      const before = places.read();
      const others = (before[key] ?? []).filter(({ to }) => to !== place.to);
      setAll({ ...before, [key]: [place, ...others].slice(0, keptAtMost) });
    },
    [key, setAll],
  );
  return { recents: all[key] ?? [], remember };
}
