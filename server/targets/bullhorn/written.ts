import * as z from 'zod';
import { type Written, writtenBy } from '../adapter/written.ts';
import { type BullhornSession, errorMessage } from './bullhorn-session.ts';

/** The part of a session that the adapter uses. */
export type Session = Pick<BullhornSession, 'call'>;

const Changed = z.object({ changedEntityId: z.number() });

/** Makes a call that writes to Bullhorn. Its value is the id of the entity. */
export const written = (session: Session, ...call: Parameters<Session['call']>): Promise<Written<number>> =>
  writtenBy(
    {
      name: 'Bullhorn',
      read: ({ body }) => Changed.safeParse(body).data?.changedEntityId,
      wordsOf: errorMessage,
    },
    () => session.call(...call),
  );
