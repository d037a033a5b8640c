import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { defaultIdsIn } from '../adapter/default-ids.ts';
import { askTarget } from '../adapter/target-http.ts';
import { travelNurseAdapter } from './travel-nurse-adapter.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.looseObject({ loginInfoUrl: z.string() });

export const travelNurseConnector: Connector = {
  settings: Settings,
  secrets: ['password'],
  open(settings, { password }, send, clock) {
    const ask = askTarget(send, clock);
    const given = Settings.parse(settings);
    return { adapter: travelNurseAdapter({ ask, url: given.loginInfoUrl, key: password, ids: defaultIdsIn(given) }) };
  },
};
