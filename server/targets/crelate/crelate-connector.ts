import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { crelateAdapter } from './crelate-adapter.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({ loginInfoUrl: z.string() });

export const crelateConnector: Connector = {
  settings: Settings,
  secrets: ['password'],
  open(settings, { password }, send, clock) {
    const ask = askTarget(send, clock);
    return { adapter: crelateAdapter({ ask, url: Settings.parse(settings).loginInfoUrl, key: password, clock }) };
  },
};
