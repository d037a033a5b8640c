import * as z from 'zod';
import type { Connector, RenewedToken } from '../adapter/connector.ts';
import { readFrom } from '../adapter/written.ts';
import { bullhornAdapter } from './bullhorn-adapter.ts';
import { bullhornCandidates } from './bullhorn-candidates.ts';
import { bullhornClients } from './bullhorn-clients.ts';
import { readsOf } from './bullhorn-lists.ts';
import { BullhornSession } from './bullhorn-session.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({
  loginInfoUrl: z.string(),
  username: z.string(),
  clientId: z.string(),
  ownerId: z.number(),
  contactId: z.number(),
  clientWhere: z.string().default(''),
  specialtyWhere: z.string().default(''),
  clientStatusesExclude: z.array(z.string()).default([]),
});

export const bullhornConnector: Connector = {
  settings: Settings,
  secrets: ['password', 'clientSecret'],
  open(settings, secrets, send, clock) {
    const { ownerId, contactId, clientWhere, specialtyWhere, clientStatusesExclude, ...rest } = Settings.parse(settings);
    const reads = readsOf({ clientWhere, specialtyWhere, clientStatusesExclude });
    const session = new BullhornSession({ ...rest, ...secrets }, send, clock);
    return {
      adapter: bullhornAdapter(session, { ownerId, contactId }, reads),
      clients: bullhornClients(session),
      candidates: bullhornCandidates(session),
      renewToken: () => renewedToken(session),
    };
  },
};

const renewedToken = (session: BullhornSession): Promise<RenewedToken> =>
  readFrom<RenewedToken>(
    async () => ({ kind: 'done', token: await session.renew() }),
    (words) => ({ kind: 'failed', words }),
  );
