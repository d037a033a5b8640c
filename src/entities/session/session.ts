import { createContext, useContext } from 'react';
import type { Factor } from '#contract/kit/errors.ts';
import { type Needs, type RightName, rightIds } from '#contract/kit/rights.ts';
import type { CustomerListItem } from '#contract/people/customers.ts';
import type { FactorProof } from '#contract/people/second-factor-proof.ts';
import type { PrefsChange, UserPrefs, UserRole } from '#contract/people/users.ts';

/** The signed-in user of this page, the user's rights, and the customer whose data is shown. */
export type Session = {
  role: UserRole;
  prefs: UserPrefs;
  /** The customer on screen: the user's own, or the one that an administrator or linked user chose. */
  customer: { id: number; name: string };
  /** Customers that this user may view; only one for most users. */
  customers: readonly CustomerListItem[];
  administrator: boolean;
  /** Screens only hide forbidden actions. The service checks every call. */
  may: (needs: Exclude<Needs, 'public'>) => boolean;
};

/**
 * Whether this user may do what `needs` names. Administrators may do everything. Roles that authorize everything may do all but
 * the administrators' actions.
 */
export function mayDo(role: UserRole, needs: Exclude<Needs, 'public'>): boolean {
  if (needs === 'session' || role.administrator) return true;
  if (needs === 'admin' || needs === 'admin.customers' || needs === 'admin.system') return false;
  return role.authorisesEverything || role.rights.includes(rightIds[needs satisfies RightName]);
}

/** The user's role at one of their customers: with the rights that their link there carries, if it carries any. */
export function roleAt({ role, customers }: Pick<Session, 'role' | 'customers'>, customerId: number): UserRole {
  const rights = role.administrator ? null : (customers.find(({ id }) => id === customerId)?.rights ?? null);
  return rights === null ? role : { ...role, rights, authorisesEverything: false };
}

export const SessionContext = createContext<Session | null>(null);

/** The session of a screen. Inside the shell there always is one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside the shell');
  return session;
}

/** Why no one is signed in on this page. `lease`: too long without contact; `wiped`: an administrator retired the device. */
export type SignedOutWhy = 'never' | 'left' | 'idle' | 'ended' | 'lease' | 'wiped';

/**
 * The page's sign-in state: starting, signed out, or signed in. `confirmed` is false while only this device has verified the
 * user.
 */
export type SessionState =
  | { kind: 'starting' }
  | { kind: 'out'; why: SignedOutWhy }
  | { kind: 'in'; session: Session; confirmed: boolean };
export const SessionStateContext = createContext<SessionState>({ kind: 'starting' });
export const useSessionState = () => useContext(SessionStateContext);

/** The result of a sign-in. `humanCheck`: the next attempt must include the human check; `checkFirst`: this one already had to. */
export type SignInAnswer =
  | { kind: 'in' }
  /** The password is right; `finishSignIn` needs a second factor. */
  | { kind: 'factor'; pending: string; factors: readonly Factor[] }
  | { kind: 'refused'; words: string; humanCheck: boolean; checkFirst: boolean }
  | { kind: 'no-service' };

/** Session actions, provided by the app. A returned text is the reason for a failure. */
export type SessionActions = {
  signIn: (username: string, password: string, humanCheck: string | undefined) => Promise<SignInAnswer>;
  /** Ends a sign-in that asked for a second factor. */
  finishSignIn: (pending: string, proof: FactorProof) => Promise<SignInAnswer>;
  /** Ends a sign-in at the agency's provider, with what it added to the address. */
  finishSignOn: (answer: string) => Promise<SignInAnswer>;
  /** Reads the user again, as what they may do has changed. */
  reload: () => Promise<void>;
  /** First asks what to do with unsent changes. */
  signOut: () => Promise<void>;
  /** Ends the session without asking. Unsent changes are kept, sealed. */
  forceOut: (why: 'lease' | 'wiped') => Promise<void>;
  savePrefs: (change: PrefsChange) => Promise<string | null>;
  acceptDisclaimer: (name: string) => Promise<string | null>;
  /** Changes the user's own password. Returns the problems by field; null if it was changed. */
  changePassword: (current: string, password: string) => Promise<Record<string, string> | null>;
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
