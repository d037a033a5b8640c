import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { IdOrNone } from '../kit/ids.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { pageArgs } from './ats-entry.ts';

const Text = z.string().nullable();
const SharedFacility = z.object({
  id: wire('ID', z.number()),
  name: wire('Name', z.string()),
  address: wire('Address', Text),
  city: wire('City', Text),
  state: wire('State', Text),
  /** The specification spells Country this way. */
  country: wire('Coutry', Text),
  zip: wire('Zip', Text),
  isHealthcare: wire('IsHealthcare', z.boolean()),
});
export const sharedFacilitySorts = ['name', 'address', 'city', 'state', 'zip', 'country', 'isHealthcare'] as const;
const sharedExample = {
  id: 1,
  name: 'Mercy General Hospital',
  address: '4001 J St',
  city: 'Sacramento',
  state: 'CA',
  country: 'US',
  zip: '95819',
  isHealthcare: true,
};

export const listSharedFacilities = endpoint('GET /api/facility/shared/list/:pageSize/:page', {
  about: 'One page of the facilities that all customers share, filtered by part of a name, city or zip, and by state.',
  args: z.object({
    ...pageArgs,
    query: z.string().max(200).default(''),
    state: z.string().max(2).default(''),
    sort: sortBy(SharedFacility, sharedFacilitySorts).default('name'),
  }),
  reply: z.object({ total: z.number(), totalPages: wire('TotalPages', z.number()), rows: z.array(SharedFacility) }),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: { total: 1, totalPages: 1, rows: [sharedExample] },
});

export const saveSharedFacility = endpoint('POST /api/facility/shared/update/:id', {
  about: 'Changes a shared facility, or adds one with id 0. For administrators.',
  args: z.object({
    id: IdOrNone,
    name: wire('Name', z.string().trim().min(1, 'Write the name').max(200, 'Shorten the name to 200 characters')),
    address: wire('Address', z.string().trim().max(80, 'Shorten the address to 80 characters').nullish()),
    city: wire('City', z.string().trim().max(100).nullish()),
    state: wire('State', z.string().trim().max(2, 'Write the state with its two letters').nullish()),
    country: wire('Coutry', z.string().trim().max(2, 'Write the country with its two letters').nullish()),
    zip: wire('Zip', z.string().trim().max(12).nullish()),
    isHealthcare: wire('IsHealthcare', z.boolean().default(true)),
  }),
  reply: SharedFacility,
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: sharedExample,
});

export const sharedFacilityEndpoints = [listSharedFacilities, saveSharedFacility];
