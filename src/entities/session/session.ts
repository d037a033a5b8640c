import { createContext, useContext } from 'react';
import { type Needs, type RightName, rightIds } from '#contract/rights.ts';
import type { UserPrefs, UserRole } from '#contract/users.ts';

/** Who is signed in on this page, with what they may do, and whose data the screens show. */
export type Session = {
  role: UserRole;
  prefs: UserPrefs;
  /** The customer on the screen: a person's own, or the one an administrator or linked user chose. */
  customer: { id: number; name: string };
  administrator: boolean;
  /** The screen only hides what may not be done; the service checks every call. */
  may: (needs: Exclude<Needs, 'public'>) => boolean;
};

/** May this person do what `needs` names? Administrators and roles that authorise everything may do all but the administrators' own. */
export function mayDo(role: UserRole, needs: Exclude<Needs, 'public'>): boolean {
  if (needs === 'session' || role.administrator) return true;
  if (needs === 'admin' || needs === 'admin.customers' || needs === 'admin.system') return false;
  return role.authorisesEverything || role.rights.includes(rightIds[needs satisfies RightName]);
}

export const SessionContext = createContext<Session | null>(null);

/** The session of a screen inside the shell, where there always is one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside the shell');
  return session;
}
