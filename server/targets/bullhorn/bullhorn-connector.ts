import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { realClock } from '../adapter/clock.ts';
import type { Connector } from '../adapter/connector.ts';
import { pacedSend } from '../adapter/target-http.ts';
import { bullhornAdapter } from './bullhorn-adapter.ts';
import { bullhornClients } from './bullhorn-clients.ts';
import { BullhornSession } from './bullhorn-session.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({
  loginInfoUrl: z.string(),
  username: z.string(),
  clientId: z.string(),
  ownerId: z.number(),
  contactId: z.number(),
});

export const bullhornConnector: Connector = {
  settings: Settings,
  secrets: ['password', 'clientSecret'],
  open(settings, secrets, send, clock = realClock) {
    const { ownerId, contactId, ...rest } = Settings.parse(settings);
    const session = new BullhornSession(
      { ...rest, ...secrets },
      pacedSend(send, connectionOf('bullhorn').can.perMinute, clock),
      clock,
    );
    return { adapter: bullhornAdapter(session, { ownerId, contactId }), clients: bullhornClients(session) };
  },
};
