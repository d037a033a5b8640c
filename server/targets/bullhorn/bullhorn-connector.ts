import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import { realClock } from '../adapter/clock.ts';
import type { Connector } from '../adapter/connector.ts';
import { pacedSend } from '../adapter/target-http.ts';
import { bullhornAdapter } from './bullhorn-adapter.ts';
import { bullhornClients } from './bullhorn-clients.ts';
import { BullhornSession } from './bullhorn-session.ts';

const Settings = z.object({
  loginInfoUrl: z.url({ protocol: /^https?$/, error: 'Write the address of loginInfo, with https://' }),
  username: z.string().min(1, 'Write the name of the API user'),
  clientId: z.string().min(1, 'Write the client id that Bullhorn gave'),
  ownerId: z.number('Write the id of the user who will own the jobs').int(),
  contactId: z.number('Write the id of the contact that jobs are filed under').int(),
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
