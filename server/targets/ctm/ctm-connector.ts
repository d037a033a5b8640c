import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { ctmAdapter } from './ctm-adapter.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({ loginInfoUrl: z.string(), username: z.string(), orderStatus: z.string() });

export const ctmConnector: Connector = {
  settings: Settings,
  secrets: ['password'],
  open(settings, { password }, send, clock) {
    const { loginInfoUrl: url, ...rest } = Settings.parse(settings);
    const ask = askTarget(send, clock);
    return { adapter: ctmAdapter({ ...rest, url, password, ask }) };
  },
};
