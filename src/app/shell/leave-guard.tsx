import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router-dom';
import { ask } from '#src/ui/ask/ask.tsx';
import { unsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

/** The one place that asks before the user leaves unsaved work for another screen or closes the window. */
export function LeaveGuard() {
  const unsaved = useSyncExternalStore(unsavedWork.watch, unsavedWork.any);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      unsavedWork.any() && (here.pathname !== next.pathname || openIn(here.search) !== openIn(next.search)),
  );
  const asking = useRef(false);
  useEffect(() => {
    if (!unsaved) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [unsaved]);
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    void decide().then((go) => {
      asking.current = false;
      if (go) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker]);
  return null;
}

/** The record in the side panel. Opening another one replaces it. */
const openIn = (search: string) => new URLSearchParams(search).get('open');

/** Asks whether to save, discard or stay. True if the user may leave the screen. */
async function decide(): Promise<boolean> {
  const [what = 'this form'] = unsavedWork.what();
  const leave = { ignore: { words: 'Discard changes' }, stay: { words: 'Keep editing' } };
  const choice: 'save' | 'ignore' | 'stay' = unsavedWork.savable()
    ? await ask({
        title: `Save changes to ${what}?`,
        body: 'You have unsaved changes.',
        choices: { save: { words: 'Save', tone: 'primary' }, ...leave },
        safe: 'stay',
      })
    : await ask({ title: `Discard changes to ${what}?`, body: 'You have unsaved changes.', choices: leave, safe: 'stay' });
  if (choice === 'stay') return false;
  if (choice === 'save') return unsavedWork.saveAll();
  unsavedWork.dropAll();
  return true;
}
