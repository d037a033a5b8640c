import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { salesforceAdapter } from './salesforce-adapter.ts';
import { salesforceSignIn } from './salesforce-sign-in.ts';

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
  secrets: [],
  eitherSecret: ['clientSecret', 'refreshToken'],
  ownSignIn: salesforceSignIn((settings) => Settings.parse(settings)),
  open(settings, { clientSecret, refreshToken }, send, clock) {
    const { loginInfoUrl: url, objectName: object, ...rest } = Settings.parse(settings);
    const place = { ...rest, url, object, clientSecret, refreshToken };
    return { adapter: salesforceAdapter(askTarget(send, clock), place) };
  },
};
