import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { laborEdgeAdapter } from './labor-edge-adapter.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({ loginInfoUrl: z.string(), username: z.string(), organizationCode: z.string() });

export const laborEdgeConnector: Connector = {
  settings: Settings,
  secrets: ['password', 'clientSecret'],
  open(settings, secrets, send, clock) {
    const { loginInfoUrl: url, ...rest } = Settings.parse(settings);
    const ask = askTarget(send, clock);
    return { adapter: laborEdgeAdapter(ask, { ...rest, ...secrets, url }) };
  },
};
