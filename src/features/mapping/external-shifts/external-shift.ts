import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listExternalShifts } from '#contract/mapping/reference-lists.ts';

/** A shift as the ATS has it; its times stand where the documents have them, in a client's city and state. */
export type ExternalShift = ReplyOf<typeof listExternalShifts>[number];

/** Whose shifts these are. */
export type Place = { readonly cust: number; readonly target: number };

export const newShift: ExternalShift = {
  ID: 0,
  External_ID: '',
  ObjectName: '',
  Del_Fl: false,
  Address: null,
  City: null,
  State: null,
  Zip: null,
  region: null,
  HoursPerWeek: null,
  daysPerWeek: null,
  DegreeExternal_ID: null,
  DegreeName: null,
  ClientExternal_ID: null,
  ClientName: null,
  TotalPages: 0,
  recCount: 0,
};
