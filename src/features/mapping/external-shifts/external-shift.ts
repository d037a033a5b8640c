import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listExternalShifts } from '#contract/mapping/external-shifts.ts';

/** A shift as the ATS has it. */
export type ExternalShift = ReplyOf<typeof listExternalShifts>[number];

/** The customer and the target that the shifts belong to. */
export type Place = { readonly cust: number; readonly target: number };

export const newShift: ExternalShift = {
  id: 0,
  externalId: '',
  name: '',
  isDeleted: false,
  address: null,
  starts: null,
  ends: null,
  zip: null,
  region: null,
  hoursPerWeek: null,
  daysPerWeek: null,
  degreeExternalId: null,
  degreeName: null,
  clientExternalId: null,
  clientName: null,
  totalPages: 0,
  total: 0,
};
