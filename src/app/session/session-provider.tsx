import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { UserPrefs } from '#contract/people/users.ts';
import {
  mayDo,
  roleAt,
  type Session,
  type SessionActions,
  SessionActionsContext,
  SessionContext,
  type SessionState,
  SessionStateContext,
} from '#src/entities/session/session.ts';
import { CallContext, DownloadContext } from '#src/entities/session/use-call.ts';
import { defaultFormat, type FormatPreferences } from '#src/ui/format/format.ts';
import { FormatProvider } from '#src/ui/format/format-provider.tsx';
import { forgetRecents } from '../settings/recents.ts';
import { IdleGuard } from './idle-guard.tsx';
import { keeper, pageCall, pageDownload, tellOtherTabs, watchOtherTabs } from './page-session.ts';

/** Provides the session, its calls, and the user's formats to the app. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const kept = useSyncExternalStore(keeper.watch, keeper.get);
  useEffect(() => {
    void keeper.start();
    const retry = () => void keeper.confirm();
    window.addEventListener('online', retry);
    const stop = watchOtherTabs();
    return () => {
      window.removeEventListener('online', retry);
      stop();
    };
  }, []);
  const person = kept.kind === 'in' ? kept.person : null;
  const session = useMemo<Session | null>(() => {
    if (!person) return null;
    const here = roleAt(person, person.customer.id);
    return { ...person, administrator: person.role.administrator, may: (needs) => mayDo(here, needs) };
  }, [person]);
  const state = useMemo<SessionState>(
    () =>
      kept.kind === 'in' && session
        ? { kind: 'in', session, confirmed: kept.confirmed }
        : kept.kind === 'out'
          ? kept
          : { kind: 'starting' },
    [kept, session],
  );
  return (
    <CallContext value={pageCall}>
      <DownloadContext value={pageDownload}>
        <SessionActionsContext value={actions}>
          <SessionStateContext value={state}>
            <SessionContext value={session}>
              <FormatProvider preferences={person ? formatsOf(person.prefs) : defaultFormat}>
                {children}
                {session && <IdleGuard onOver={() => void leave('idle')} />}
              </FormatProvider>
            </SessionContext>
          </SessionStateContext>
        </SessionActionsContext>
      </DownloadContext>
    </CallContext>
  );
}

const formatsOf = (prefs: UserPrefs): FormatPreferences => ({
  timeZone: prefs.userTimezone,
  dateFormat: prefs.userDateFormat,
  timeFormat: prefs.userTimeFormat,
  duration: prefs.userDuration,
});

/** Ends the session in every tab, clears this device, then signs out on the service. */
async function leave(why: 'left' | 'idle' | 'lease' | 'wiped'): Promise<void> {
  const { resolveUnsent } = await import('./resolve-unsent.ts');
  const kept = keeper.get();
  const person = kept.kind === 'in' ? kept.person : null;
  // A forced end cannot ask: work stays locked for the same user's next sign-in here [edge case 19].
  const clearDevice = await resolveUnsent(why === 'left' ? 'ask' : 'keep', person);
  if (!clearDevice) return;
  keeper.startLeaving();
  tellOtherTabs(why);
  await clearDevice();
  forgetRecents();
  await keeper.leave(why);
}

const actions: SessionActions = {
  signIn: (username, password, humanCheck) => keeper.signIn(username, password, humanCheck),
  finishSignIn: (pending, proof) => keeper.finishSignIn(pending, proof),
  finishSignOn: (answer) => keeper.finishSignOn(answer),
  reload: () => keeper.reload(),
  signOut: () => leave('left'),
  forceOut: leave,
  savePrefs: (change) => keeper.savePrefs(change),
  acceptDisclaimer: (name) => keeper.acceptDisclaimer(name),
  changePassword: (current, password) => keeper.changePassword(current, password),
  showCustomer: (id, name) => keeper.showCustomer(id, name),
  loginAs: (customerId, userId, reason) => keeper.loginAs(customerId, userId, reason),
  returnToSelf: () => keeper.returnToSelf(),
};
