import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { ctmAdapter } from './ctm-adapter.ts';

const Settings = z.object({
  loginInfoUrl: z.url({
    protocol: /^https?$/,
    error: 'Write the address of ClearConnect, which ends with clearConnect/2_0/index.cfm',
  }),
  username: z.string().min(1, 'Write the name of the API user'),
  orderStatus: z.string('Write the status that new orders get in CTM').min(1, 'Write the status that new orders get in CTM'),
});

export const ctmConnector: Connector = {
  settings: Settings,
  secrets: ['password'],
  open(settings, { password }, send, clock) {
    const { loginInfoUrl: url, ...rest } = Settings.parse(settings);
    const ask = askTarget(send, { perMinute: connectionOf('ctm').can.perMinute, clock });
    return { adapter: ctmAdapter({ ...rest, url, password, ask }) };
  },
};
