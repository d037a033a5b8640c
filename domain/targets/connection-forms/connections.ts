import type { MapKind } from '#contract/rows/rows.ts';
import type { ConnectionForm } from '../connection-form.ts';
import { type AdapterName, targetKind } from '../target-kinds.ts';
import { bullhornForm } from './bullhorn.ts';
import { crelateForm } from './crelate.ts';
import { ctmForm } from './ctm.ts';
import { laborEdgeForm } from './labor-edge.ts';
import { salesforceForm } from './salesforce.ts';
import { travelNurseForm } from './travel-nurse-source.ts';

/** What the adapter of a kind can do, as far as the target's documents allow it. */
type TargetCan = {
  readonly post: boolean;
  readonly update: boolean;
  /** `person`: no call is documented, so a message asks a person to close the job there. */
  readonly close: 'call' | 'person' | 'no';
  /** How a post with an unknown result is looked up: by our reference, by its values, or not at all. */
  readonly lookUp: 'reference' | 'values' | 'no';
  /** Whether a job is shown by its id: `orders`, also if it is gone; `listed`, as long as it is on a list; `no`, not at all. */
  readonly read: 'orders' | 'listed' | 'no';
  /** The lists that are read from the target. */
  readonly lists: readonly MapKind[];
  /** Whether the fields of its job orders can be listed. */
  readonly fields: boolean;
  /** Whether it stores clients that Jobdock can search and create. */
  readonly clients: boolean;
  /** Whether posting the same reference twice creates only one job order. */
  readonly nativeIdempotency: boolean;
  /** The target's limits of calls. Null: none is known. */
  readonly perMinute: number | null;
  readonly perMonth: number | null;
};

/** How targets of a kind are connected: what a person fills in, and what the adapter can do then. */
export type TargetConnection = { readonly can: TargetCan; readonly form: ConnectionForm };

const allLists: readonly MapKind[] = ['facility', 'degree', 'specialty', 'shift'];

/** Apart from the table of kinds, because every page loads that one, and only the screen of a target needs this. */
const connections: Readonly<Record<AdapterName, TargetConnection>> = {
  bullhorn: {
    form: bullhornForm,
    can: {
      post: true,
      update: true,
      close: 'call',
      lookUp: 'reference',
      read: 'orders',
      lists: allLists,
      fields: true,
      clients: true,
      nativeIdempotency: false,
      perMinute: 1_500,
      perMonth: 100_000,
    },
  },
  crelate: {
    form: crelateForm,
    can: {
      post: true,
      update: true,
      close: 'call',
      lookUp: 'reference',
      read: 'orders',
      lists: [],
      fields: true,
      clients: false,
      nativeIdempotency: false,
      perMinute: 120,
      perMonth: null,
    },
  },
  ctm: {
    form: ctmForm,
    can: {
      post: true,
      update: false,
      close: 'person',
      lookUp: 'values',
      read: 'listed',
      lists: [],
      fields: false,
      clients: false,
      nativeIdempotency: false,
      perMinute: null,
      perMonth: null,
    },
  },
  laborEdge: {
    form: laborEdgeForm,
    can: {
      post: false,
      update: false,
      close: 'no',
      lookUp: 'no',
      read: 'no',
      lists: ['degree', 'specialty'],
      fields: false,
      clients: false,
      nativeIdempotency: false,
      perMinute: null,
      perMonth: null,
    },
  },
  salesforce: {
    form: salesforceForm,
    can: {
      post: true,
      update: true,
      close: 'call',
      lookUp: 'reference',
      read: 'orders',
      lists: [],
      fields: true,
      clients: false,
      nativeIdempotency: true,
      // The limit is of a day and of each agency; Salesforce says with each answer how much of it is used.
      perMinute: null,
      perMonth: null,
    },
  },
  travelNurseSource: {
    form: travelNurseForm,
    can: {
      post: true,
      update: true,
      close: 'call',
      lookUp: 'no',
      read: 'no',
      lists: [],
      fields: true,
      clients: false,
      nativeIdempotency: true,
      perMinute: null,
      perMonth: null,
    },
  },
};

/** The connection of an adapter. */
export const connectionOf = (adapter: AdapterName): TargetConnection => connections[adapter];

/** The connection of targets of a kind. Null for a feed, and for a kind that Jobdock has no connection to. */
export function targetConnection(typeId: number): TargetConnection | null {
  const { adapter } = targetKind(typeId);
  return adapter && connections[adapter];
}

/** What a person fills in to connect a target of a kind. Null for a feed, and for a kind that Jobdock has no connection to. */
export const connectionForm = (typeId: number): ConnectionForm | null => targetConnection(typeId)?.form ?? null;
