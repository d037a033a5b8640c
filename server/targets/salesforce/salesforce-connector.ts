import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { salesforceAdapter } from './salesforce-adapter.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({
  loginInfoUrl: z.string(),
  clientId: z.string(),
  apiVersion: z.string(),
  objectName: z.string(),
  externalIdField: z.string(),
});

export const salesforceConnector: Connector = {
  settings: Settings,
  secrets: ['clientSecret'],
  open(settings, { clientSecret }, send, clock) {
    const { loginInfoUrl: url, objectName: object, ...rest } = Settings.parse(settings);
    return { adapter: salesforceAdapter(askTarget(send, clock), { ...rest, url, object, clientSecret }) };
  },
};
