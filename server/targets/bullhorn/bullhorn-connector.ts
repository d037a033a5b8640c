import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
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
  open(settings, secrets, send, clock) {
    const { ownerId, contactId, ...rest } = Settings.parse(settings);
    const session = new BullhornSession({ ...rest, ...secrets }, send, clock);
    return { adapter: bullhornAdapter(session, { ownerId, contactId }), clients: bullhornClients(session) };
  },
};
