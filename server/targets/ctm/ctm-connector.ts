import * as z from 'zod';
import { noDefaultIds, usualVoidReason } from '#domain/targets/settings/default-ids.ts';
import type { Connector } from '../adapter/connector.ts';
import { askTarget } from '../adapter/target-http.ts';
import { ctmAdapter } from './ctm-adapter.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.object({
  loginInfoUrl: z.string(),
  username: z.string(),
  orderStatus: z.string(),
  voidReason: z.string().default(usualVoidReason),
  defaultTravelId: z.string().default(''),
  defaultPermanentId: z.string().default(''),
  defaultPerDiemId: z.string().default(''),
  defaultOpenId: z.string().default(''),
});

export const ctmConnector: Connector = {
  settings: Settings,
  secrets: ['password'],
  open(settings, { password }, send, clock) {
    const { loginInfoUrl: url, username, orderStatus, voidReason, ...given } = Settings.parse(settings);
    const ids = { ...noDefaultIds, ...given };
    const ask = askTarget(send, clock);
    return {
      adapter: ctmAdapter({ url, username, password, ask, orderStatus: ids.defaultOpenId || orderStatus, voidReason, ids }),
    };
  },
};
