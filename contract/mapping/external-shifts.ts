import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { editEnd, editStart, entryEnd, entryStart, pageArgs, saveFails } from './ats-entry.ts';

const Text = z.string().nullable();
/** A shift as the ATS has it. The documents carry its times in the fields of a client's city and state. */
const ExternalShift = z.object({ ...entryStart, starts: wire('City', Text), ends: wire('State', Text), ...entryEnd });
const edit = {
  ...editStart,
  starts: wire('City', z.string().trim().max(100).nullish()),
  ends: wire('State', z.string().trim().max(40).nullish()),
  ...editEnd,
};

/** What the list may be ordered by: every column that its screen shows. */
export const externalShiftSorts = [
  'name',
  'externalId',
  'address',
  'starts',
  'ends',
  'zip',
  'region',
  'hoursPerWeek',
  'daysPerWeek',
  'degreeName',
  'clientName',
] as const;

const example: z.input<typeof ExternalShift> = {
  id: 12,
  externalId: '7',
  name: 'Nights 12h',
  isDeleted: false,
  address: '4001 J St',
  starts: '19:00',
  ends: '07:00',
  zip: '95819',
  region: 'West',
  hoursPerWeek: 36,
  daysPerWeek: null,
  degreeExternalId: null,
  degreeName: null,
  clientExternalId: null,
  clientName: null,
};
export const listExternalShifts = endpoint('GET /api/map/mapextobjects/list/:cust/:target/4/:pageSize/:page', {
  about: 'Shifts as the ATS has them, with times, hours and days a week and the client they belong to.',
  args: z.object({
    cust: CustomerRef,
    target: Id,
    ...pageArgs,
    query: z.string().max(200).default(''),
    sort: sortBy(ExternalShift, externalShiftSorts).default('name'),
  }),
  reply: z.array(ExternalShift.extend({ totalPages: wire('TotalPages', z.number()), total: wire('recCount', z.number()) })),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ ...example, totalPages: 1, total: 1 }],
});

export const saveExternalShift = endpoint('POST /api/map/mapextobjects/:cust/:target/4', {
  about: 'Saves a shift of the ATS; with `Del_Fl` it is removed and the answered ID is -1, so that the row can be filled again.',
  args: z.object({ cust: CustomerRef, target: Id, ...edit }),
  reply: ExternalShift.extend({ message: z.string() }),
  fails: saveFails,
  needs: 'map.shift',
  offline: 'online',
  example: { ...example, message: messages.shiftSaved },
});

export const externalShiftEndpoints = [listExternalShifts, saveExternalShift];
