import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { travelNurseAdapter } from './travel-nurse-adapter.ts';

const Settings = z.object({
  loginInfoUrl: z.url({
    protocol: /^https?$/,
    error: 'Write the address of the API, such as https://www.travelnursesource.com/api/v2.0',
  }),
});

export const travelNurseConnector: Connector = {
  settings: Settings,
  secrets: ['password'],
  open(settings, { password }, send, clock) {
    const { perMinute } = connectionOf('travelNurseSource').can;
    const ask = askTarget(send, { perMinute, clock });
    return { adapter: travelNurseAdapter({ ask, url: Settings.parse(settings).loginInfoUrl, key: password }) };
  },
};
