import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { sortBy } from '../kit/sorting.ts';
import { wire } from '../kit/wire-names.ts';
import { editEnd, editStart, entryEnd, entryStart, pageArgs, saveFails } from './ats-entry.ts';

const Text = z.string().nullable();
/** A shift of the ATS. On the wire, its times use the documented names `City` and `State`. */
const ExternalShift = z.object({ ...entryStart, starts: wire('City', Text), ends: wire('State', Text), ...entryEnd });
const edit = {
  ...editStart,
  starts: wire('City', z.string().trim().max(100).nullish()),
  ends: wire('State', z.string().trim().max(40).nullish()),
  ...editEnd,
};

/** Columns that the list may be sorted by: every column of its screen. */
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
  about: 'The shifts of the ATS with times, hours and days per week, and the client they belong to.',
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
  about: 'Saves a shift of the ATS. `Del_Fl` removes it and returns ID -1, so that the row can be filled again.',
  args: z.object({ cust: CustomerRef, target: Id, ...edit }),
  reply: ExternalShift.extend({ message: z.string() }),
  fails: saveFails,
  needs: 'lists.write',
  offline: 'online',
  example: { ...example, message: messages.shiftSaved },
});

export const externalShiftEndpoints = [listExternalShifts, saveExternalShift];
