import * as z from 'zod';
import { IdOrNone, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

const Text = z.string().nullable();

/** Fields of every reference list entry, before and after the two that hold city and state, or times of a shift. */
export const entryStart = {
  id: wire('ID', z.number()),
  externalId: wire('External_ID', z.string()),
  name: wire('ObjectName', z.string()),
  isDeleted: wire('Del_Fl', z.boolean()),
  address: wire('Address', Text),
};
export const entryEnd = {
  zip: wire('Zip', Text),
  region: Text,
  hoursPerWeek: wire('HoursPerWeek', z.number().nullable()),
  daysPerWeek: z.number().nullable(),
  /** For a specialty: its degree. */
  degreeExternalId: wire('DegreeExternal_ID', Text),
  degreeName: wire('DegreeName', Text),
  /** For a contact or shift: its client. For a client: its parent client. */
  clientExternalId: wire('ClientExternal_ID', Text),
  clientName: wire('ClientName', Text),
};

/** The same fields for saving; a field that is not sent keeps its value. */
export const editStart = {
  id: wire('ID', IdOrNone),
  externalId: wire(
    'External_ID',
    z.string().trim().min(1, 'Write the id that the ATS gave').max(100, 'Shorten the id to 100 characters'),
  ),
  name: wire('ObjectName', z.string().trim().min(1, 'Write the name').max(200, 'Shorten the name to 200 characters')),
  isDeleted: wire('Del_Fl', z.boolean().default(false)),
  address: wire('Address', z.string().trim().max(80, 'Shorten the address to 80 characters').nullish()),
};
export const editEnd = {
  zip: wire('Zip', z.string().trim().max(12).nullish()),
  region: z.string().trim().max(100).nullish(),
  hoursPerWeek: wire('HoursPerWeek', z.number().min(0).max(168, 'A week has 168 hours').nullish()),
  daysPerWeek: z.number().min(0).max(7, 'A week has 7 days').nullish(),
  degreeExternalId: wire('DegreeExternal_ID', z.string().trim().max(100).nullish()),
  clientExternalId: wire('ClientExternal_ID', z.string().trim().max(100).nullish()),
};

export const pageArgs = { pageSize: z.coerce.number().int().min(1).max(1000), page: PageNumber };

export const saveFails = ['invalid', 'not_found', 'forbidden', 'conflict'] as const;
