import { createContext, useContext } from 'react';
import { type Needs, type RightName, rightIds } from '#contract/kit/rights.ts';
import type { CustomerListItem } from '#contract/people/customers.ts';
import type { UserPrefs, UserRole } from '#contract/people/users.ts';

/** Who is signed in on this page, with what they may do, and whose data the screens show. */
export type Session = {
  role: UserRole;
  prefs: UserPrefs;
  /** The customer on the screen: a person's own, or the one an administrator or linked user chose. */
  customer: { id: number; name: string };
  /** Customers this person may look at; one for most. */
  customers: readonly CustomerListItem[];
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

/** Why no one is signed in on this page. `lease`: too long without contact; `wiped`: an administrator took the device out of use. */
export type SignedOutWhy = 'never' | 'left' | 'idle' | 'ended' | 'lease' | 'wiped';

/** How this page stands: still asking, no one signed in, or somebody; `confirmed` is false while only this device vouches for them. */
export type SessionState =
  | { kind: 'starting' }
  | { kind: 'out'; why: SignedOutWhy }
  | { kind: 'in'; session: Session; confirmed: boolean };
export const SessionStateContext = createContext<SessionState>({ kind: 'starting' });
export const useSessionState = () => useContext(SessionStateContext);

/** What a sign-in came to. `challenge`: the human check must be solved with the next try. */
export type SignInAnswer = { kind: 'in' } | { kind: 'refused'; words: string; humanCheck: boolean } | { kind: 'no-service' };

/** What can be done to the session; given by the app. Every answer that is a text says why it was not done. */
export type SessionActions = {
  signIn: (username: string, password: string, humanCheck: string | undefined) => Promise<SignInAnswer>;
  /** Asks what shall become of unsent work first. */
  signOut: () => Promise<void>;
  /** Ends the session without a question: unsent work is kept, sealed. */
  forceOut: (why: 'lease' | 'wiped') => Promise<void>;
  savePrefs: (change: Partial<UserPrefs>) => Promise<string | null>;
  acceptDisclaimer: (name: string) => Promise<string | null>;
  showCustomer: (id: number, name: string) => void;
  loginAs: (customerId: number, userId: number, reason: string) => Promise<string | null>;
  returnToSelf: () => Promise<string | null>;
};
export const SessionActionsContext = createContext<SessionActions | null>(null);

export function useSessionActions(): SessionActions {
  const actions = useContext(SessionActionsContext);
  if (!actions) throw new Error('useSessionActions outside the app');
  return actions;
}
