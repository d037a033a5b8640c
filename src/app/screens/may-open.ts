import type { Session } from '#src/entities/session/session.ts';
import type { Route } from './routes.ts';

/** May this person open the screen? */
export const mayOpen = (session: Session, route: Route) =>
  route.for !== 'public' && session.may(route.for === 'everyone' ? 'session' : route.for);
