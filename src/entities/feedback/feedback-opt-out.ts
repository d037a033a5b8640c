import { useEffect } from 'react';
import * as z from 'zod';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';

/** Users whose opt-out the service may not know yet. */
const optedOutHere = localSetting('feedback-opt-outs', z.array(z.number()), []);

/** Whether the user wants no questions about AI results. An opt-out counts on this device at once, also without a connection. */
export function useFeedbackOptOut() {
  const { prefs, role } = useSession();
  const { savePrefs } = useSessionActions();
  const [here, setHere] = useSetting(optedOutHere);
  const isHere = here.includes(role.userId);
  const forget = () => setHere(optedOutHere.read().filter((id) => id !== role.userId));
  useEffect(() => {
    if (prefs.noFeedback && isHere) setHere(optedOutHere.read().filter((id) => id !== role.userId));
  }, [prefs.noFeedback, isHere, role.userId, setHere]);
  return {
    optedOut: prefs.noFeedback || isHere,
    /** The feedback itself tells the service, too, as soon as it is sent. */
    optOut: async () => {
      setHere([...optedOutHere.read(), role.userId]);
      if ((await savePrefs({ noFeedback: true })) === null) forget();
    },
    forget,
  };
}
