import * as z from 'zod';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { laborEdgeAdapter } from './labor-edge-adapter.ts';

const Settings = z.object({
  loginInfoUrl: z.url({ protocol: /^https?$/, error: 'Write the address of Nexus, such as https://api-nexus.laboredge.com' }),
  username: z.string().min(1, 'Write the name of the API user'),
  organizationCode: z
    .string('Write the organization code that LaborEdge gave')
    .min(1, 'Write the organization code that LaborEdge gave'),
});

export const laborEdgeConnector: Connector = {
  settings: Settings,
  secrets: ['password', 'clientSecret'],
  open(settings, secrets, send, clock) {
    const { loginInfoUrl: url, ...rest } = Settings.parse(settings);
    const ask = askTarget(send, { perMinute: connectionOf('laborEdge').can.perMinute, clock });
    return { adapter: laborEdgeAdapter(ask, { ...rest, ...secrets, url }) };
  },
};
