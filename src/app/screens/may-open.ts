import type { Session } from '#src/entities/session/session.ts';
import type { Screen } from '#src/ui/screen/screen.ts';

/** Whether the user may open the screen. */
export const mayOpen = (session: Session, screen: Screen) =>
  screen.audience !== 'public' && session.may(screen.audience === 'everyone' ? 'session' : screen.audience);
