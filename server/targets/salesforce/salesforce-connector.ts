import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { salesforceAdapter } from './salesforce-adapter.ts';

/** Names go into addresses, so they hold nothing else. */
const apiName = /^\w+$/;

const Settings = z.object({
  loginInfoUrl: z.url({ protocol: /^https?$/, error: 'Write the address of your own domain in Salesforce, with https://' }),
  clientId: z.string().min(1, 'Write the consumer key of the app in Salesforce'),
  apiVersion: z
    .string('Write the version of the API, such as v60.0')
    .regex(/^v\d+\.0$/, 'Write the version of the API, such as v60.0'),
  objectName: z
    .string('Write the API name of the object that jobs go to')
    .regex(apiName, 'Write the API name of the object that jobs go to'),
  externalIdField: z
    .string('Write the API name of its external id field')
    .regex(apiName, 'Write the API name of its external id field'),
});

export const salesforceConnector: Connector = {
  settings: Settings,
  secrets: ['clientSecret'],
  open(settings, { clientSecret }, send, clock) {
    const { loginInfoUrl: url, objectName: object, ...rest } = Settings.parse(settings);
    const { perMinute } = connectionOf('salesforce').can;
    return { adapter: salesforceAdapter(askTarget(send, { perMinute, clock }), { ...rest, url, object, clientSecret }) };
  },
};
