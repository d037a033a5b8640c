import type { Actor as ServerActor } from '#server/kit/http/handle.ts';
import type { User } from './service-disk.ts';

export type Actor = ServerActor;

/** A user as the caller that the service's decisions expect. */
export const actorOf = (user: User, sessionId: string): Actor => ({
  userId: user.id,
  actorId: user.id,
  actorCustomerId: user.customerId,
  name: user.name,
  customerId: user.customerId,
  administrator: false,
  authorisesEverything: false,
  rights: user.rights,
  linkedCustomers: [],
  rightsAtLinked: new Map(),
  sessionId,
  impersonating: false,
  passwordExpired: false,
  mustAddFactor: false,
});
