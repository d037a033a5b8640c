import * as z from 'zod';
import { CommandResult } from '../commands/commands.ts';
import { maxIdsPerCommand } from '../commands/row-ids.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Kinds of mappings as paths name them: the documented object types 1 to 4, or the letters of MapObjects. */
export const mapTypes = {
  '1': 'facility',
  '2': 'degree',
  '3': 'specialty',
  '4': 'shift',
  F: 'facility',
  D: 'degree',
  S: 'specialty',
  H: 'shift',
} as const;
export const MapType = z.enum(Object.keys(mapTypes) as [keyof typeof mapTypes, ...(keyof typeof mapTypes)[]]);

const fails = ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'] as const;
const Ids = z.array(Id).min(1, 'Choose at least one row').max(maxIdsPerCommand);
const example: z.input<typeof CommandResult> = { done: [11], refused: [] };

export const saveMapping = endpoint('POST /api/map/save/:type/:cust/:targetId/:jobId/:chosenId', {
  about:
    'Maps a vendor’s text for all its jobs (jobId 0, mapping row in the body) or for one job only; chosenId -1 removes the mapping.',
  args: z.object({
    type: MapType,
    cust: CustomerRef,
    targetId: Id,
    jobId: IdOrNone,
    /** Id in the ATS's own list. */
    chosenId: z.string().min(1).max(200),
    /** The mapping row; required if `jobId` is 0. */
    valueId: wire('ID', Id.optional()),
    certainty: wire('Certainty', z.coerce.number().min(0).max(100).nullable().optional()),
  }),
  reply: CommandResult.extend({
    /** Open jobs that use this mapping. */
    jobs: z.number(),
  }),
  fails,
  needs: 'session',
  offline: 'queued',
  example: { ...example, jobs: 4 },
});

export const acceptAutoMap = endpoint('POST /api/map/AcceptAutoMap/:cust/:targetId/:type', {
  about: 'Accepts the matcher’s suggestions for the mapping rows in the body.',
  args: z.object({ cust: CustomerRef, targetId: Id, type: MapType, ids: Ids }),
  wholeBody: 'ids',
  reply: CommandResult,
  fails,
  needs: 'session',
  offline: 'queued',
  example,
});

export const markUnique = endpoint('POST /api/map/markunique/:cust/:targetId', {
  about: 'Marks mapping rows as unique: no other value of the ATS can be meant.',
  args: z.object({ cust: CustomerRef, targetId: Id, ids: Ids }),
  wholeBody: 'ids',
  reply: CommandResult,
  fails,
  needs: 'session',
  offline: 'queued',
  example,
});

export const unbindJobs = endpoint('POST /api/map/save/iris/unbind/:cust/:targetId', {
  about: 'Removes all mapping overrides of these jobs, so that they use the shared mapping of their texts again.',
  args: z.object({ cust: CustomerRef, targetId: Id, ids: Ids }),
  wholeBody: 'ids',
  reply: CommandResult,
  fails,
  needs: 'map.all',
  offline: 'queued',
  example,
});

export const listGroupChoices = endpoint('GET /api/map/group/:cust/:targetId', {
  about:
    'What people of other customers in the group chose for texts that this customer also has, as mapping rows and ATS values of this customer. The device’s matcher learns from it.',
  args: z.object({ cust: CustomerRef, targetId: Id }),
  reply: z.array(
    z.object({
      /** The mapping row. */
      valueId: wire('ID', z.number()),
      externalId: wire('External_ID', z.string()),
      /** How many mappings of the group chose this value. */
      times: z.number(),
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ valueId: 11, externalId: '4711', times: 2 }],
});

export const mappingEndpoints = [listGroupChoices, saveMapping, acceptAutoMap, markUnique, unbindJobs];
