import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { Connector } from './adapter/connector.ts';
import { bullhornConnector } from './bullhorn/bullhorn-connector.ts';
import { crelateConnector } from './crelate/crelate-connector.ts';
import { ctmConnector } from './ctm/ctm-connector.ts';
import { laborEdgeConnector } from './labor-edge/labor-edge-connector.ts';
import { salesforceConnector } from './salesforce/salesforce-connector.ts';
import { travelNurseConnector } from './travel-nurse-source/travel-nurse-connector.ts';

const connectors: Readonly<Record<AdapterName, Connector>> = {
  bullhorn: bullhornConnector,
  crelate: crelateConnector,
  ctm: ctmConnector,
  laborEdge: laborEdgeConnector,
  salesforce: salesforceConnector,
  travelNurseSource: travelNurseConnector,
};

/** How targets of a kind are connected. Null for a feed, and for a kind that Jobdock has no connection to. */
export function connectorOf(typeId: number): Connector | null {
  const { adapter } = targetKind(typeId);
  return adapter && connectors[adapter];
}
