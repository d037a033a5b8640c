import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listSharedFacilities } from '#contract/mapping/shared-facilities.ts';
import { listStates } from '#contract/system/lookups.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';

/** A facility that all customers share. */
export type SharedFacility = ReplyOf<typeof listSharedFacilities>['rows'][number];

export const newSharedFacility: SharedFacility = {
  id: 0,
  name: '',
  address: null,
  city: null,
  state: null,
  country: 'US',
  zip: null,
  isHealthcare: true,
};

/** The states to choose from. */
export const useStateChoices = () => useReply(listStates, {}).reply?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
