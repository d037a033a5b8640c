import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

const me = CustomerRef.default('me');

/** An alias of a job's field with the field's name, as the grid shows it. */
const FieldAlias = z.object({
  id: wire('ID', z.number()),
  fieldId: wire('BSSJob_ID', z.number()),
  field: wire('BSSField', z.string()),
  alias: wire('Alias', z.string()),
});
const example = { id: 4, fieldId: 15, field: 'Unit', alias: 'Ward' };

export const listFieldAliases = endpoint('GET /api/BssJob', {
  about: 'The customer’s other names of job fields, which files, upload columns and rule texts may use.',
  args: z.object({ me }),
  reply: z.array(FieldAlias),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [example],
});

export const saveFieldAlias = endpoint('POST /api/BssJob', {
  about:
    'Adds an alias of a job’s field (ID 0), changes one, or removes one (a blank alias). Refused if another field has the name.',
  args: z.object({
    me,
    id: wire('ID', IdOrNone.default(0)),
    fieldId: wire('BSSJob_ID', z.coerce.number().int()),
    alias: wire('Alias', z.string().trim().max(100, 'Shorten the alias to 100 characters')),
  }),
  reply: FieldAlias.extend({ message: z.string() }),
  fails: ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'],
  needs: 'rules.write',
  offline: 'queued',
  example: { ...example, message: messages.aliasSaved },
});

export const fieldAliasEndpoints = [listFieldAliases, saveFieldAlias];
