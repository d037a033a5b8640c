import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listSharedFacilities } from '#contract/mapping/reference-lists.ts';
import { listStates } from '#contract/system/lookups.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';

/** A facility that all customers share. */
export type SharedFacility = ReplyOf<typeof listSharedFacilities>['rows'][number];

export const newSharedFacility: SharedFacility = {
  ID: 0,
  Name: '',
  Address: null,
  City: null,
  State: null,
  Coutry: 'US',
  Zip: null,
  IsHealthcare: true,
};

/** The states to choose from. */
export const useStateChoices = () => useReply(listStates, {}).reply?.map(({ ID, NAME }) => ({ value: ID, label: NAME })) ?? [];
