import * as z from 'zod';
import type { Connector } from '../adapter/connector.ts';
import { defaultIdsIn } from '../adapter/default-ids.ts';
import { askTarget } from '../adapter/target-http.ts';
import { salesforceAdapter } from './salesforce-adapter.ts';
import { columnsIn } from './salesforce-record.ts';

/** The form of the kind checks these values and says what is missing. */
const Settings = z.looseObject({
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
    const given = Settings.parse(settings);
    const { loginInfoUrl: url, objectName: object, clientId, apiVersion, externalIdField } = given;
    const record = { columns: columnsIn(given), ids: defaultIdsIn(given) };
    return {
      adapter: salesforceAdapter(askTarget(send, clock), {
        url,
        object,
        clientId,
        apiVersion,
        externalIdField,
        clientSecret,
        record,
      }),
    };
  },
};
