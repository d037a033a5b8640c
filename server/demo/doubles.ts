import type { AdapterName } from '#domain/targets/target-kinds.ts';
import type { SecretField } from '#server/targets/adapter/connector.ts';
import { createBullhornDouble, doubleCredentials } from './bullhorn/bullhorn-double.ts';
import { createCrelateDouble, crelateCompanies, crelateKey, crelateTitles } from './crelate/crelate-double.ts';
import { createCtmDouble, ctmStatus, ctmTerms, ctmUser } from './ctm/ctm-double.ts';
import type { DoubleRecord, TargetDouble } from './double-kit/target-double.ts';
import { createLaborEdgeDouble, laborEdgeUser } from './labor-edge/labor-edge-double.ts';
import { createSalesforceDouble, salesforceAccounts, salesforcePlace } from './salesforce/salesforce-double.ts';
import { salesforceApp } from './salesforce/salesforce-oauth.ts';
import { createTravelNurseDouble, travelNurseKey, travelNurseTerms } from './travel-nurse-source/travel-nurse-double.ts';

type Started = { readonly now?: (() => number) | undefined };

/** The double of one kind of target: how it starts, and what a connection to it needs. */
export type DoubleOfKind = {
  start(options?: Started): TargetDouble;
  /** The settings of a connection to the double at an address. */
  settings(url: string): Readonly<Record<string, unknown>>;
  readonly secrets: Partial<Readonly<Record<SecretField, string>>>;
  /** Ids that it accepts, by list. */
  readonly values: {
    readonly facility: readonly string[];
    readonly degree: readonly string[];
    readonly specialty: readonly string[];
  };
};

/** All doubles. Their credentials are invented and work nowhere else. */
export const doubles: Readonly<Record<AdapterName, DoubleOfKind>> = {
  bullhorn: {
    start({ now } = {}) {
      const { server, records, faults, signIns, calledAt, change } = createBullhornDouble({
        facilities: 30,
        ...(now && { now }),
      });
      const held = (): DoubleRecord[] => records.jobOrders.map((job) => ({ ...job, id: String(job.id) }));
      return { server, held, faults: faults as TargetDouble['faults'], calledAt, signIns, change };
    },
    settings: (url) => ({
      loginInfoUrl: `${url}/rest-services/loginInfo`,
      username: doubleCredentials.username,
      clientId: doubleCredentials.clientId,
      ownerId: 1,
      contactId: 2,
    }),
    secrets: { password: doubleCredentials.password, clientSecret: doubleCredentials.clientSecret },
    values: { facility: ['1004', '1005'], degree: ['1'], specialty: ['101', '102'] },
  },
  crelate: {
    start: createCrelateDouble,
    settings: (url) => ({ loginInfoUrl: `${url}/api3` }),
    secrets: { password: crelateKey },
    values: { facility: crelateCompanies, degree: ['crelate-degree'], specialty: crelateTitles },
  },
  ctm: {
    start: createCtmDouble,
    settings: (url) => ({
      loginInfoUrl: `${url}/tide/clearConnect/2_0/index.cfm`,
      username: ctmUser.username,
      orderStatus: ctmStatus,
    }),
    secrets: { password: ctmUser.password },
    values: { facility: ctmTerms.clients, degree: ctmTerms.nurseTypes, specialty: ctmTerms.specialties },
  },
  laborEdge: {
    start: createLaborEdgeDouble,
    settings: (url) => ({
      loginInfoUrl: url,
      username: laborEdgeUser.username,
      organizationCode: laborEdgeUser.organizationCode,
    }),
    secrets: { password: laborEdgeUser.password, clientSecret: laborEdgeUser.clientSecret },
    values: { facility: [], degree: ['11', '12'], specialty: ['411', '412'] },
  },
  salesforce: {
    start: createSalesforceDouble,
    settings: (url) => ({ loginInfoUrl: url, clientId: salesforceApp.clientId, ...salesforcePlace }),
    secrets: { clientSecret: salesforceApp.clientSecret },
    values: { facility: salesforceAccounts, degree: ['sf-degree'], specialty: ['sf-specialty'] },
  },
  travelNurseSource: {
    start: createTravelNurseDouble,
    settings: (url) => ({ loginInfoUrl: `${url}/api/v2.0` }),
    secrets: { password: travelNurseKey },
    values: { facility: ['tns-none'], degree: travelNurseTerms.licenses, specialty: travelNurseTerms.specialties },
  },
};
