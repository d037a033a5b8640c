import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, PageNumber } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

const fails = ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'] as const;
/** 2 degree, 3 specialty. */
const ObjectType = z.coerce.number().pipe(z.literal([2, 3]));

const SubstitutionTarget = z.object({
  id: wire('ID', z.number()),
  name: wire('ObjectName', z.string()),
  objectType: wire('ObjectType', z.number()),
});
/** A substitution rule with the name of its target. */
const SubstitutionRule = z.object({
  id: z.number(),
  objectType: wire('ObjectType', z.number()),
  rule: wire('Rule', z.string()),
  targetId: wire('Target_ID', z.number()),
  ruleType: wire('RuleType', z.number()),
  isCaseSensitive: wire('IsCaseSensitive', z.boolean()),
  target: wire('JRSubstitutionTarget', z.object({ name: wire('ObjectName', z.string()) })),
});
const ruleExample = {
  id: 41,
  objectType: 2,
  rule: '\\bnurse\\b',
  targetId: 31,
  ruleType: 6,
  isCaseSensitive: false,
  target: { name: 'RN' },
};

export const listSubstitutionTargets = endpoint('GET /api/JRSubstitutionTarget/:cust/:objectType', {
  about: 'Names that replace vendors’ degrees or specialties.',
  args: z.object({ cust: CustomerRef, objectType: ObjectType }),
  reply: z.array(SubstitutionTarget),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [{ id: 31, name: 'RN', objectType: 2 }],
});

export const saveSubstitutionTarget = endpoint('POST /api/JRSubstitutionTarget/:cust', {
  about: 'Adds a replacement name, or renames one (with its ID).',
  args: z.object({
    cust: CustomerRef,
    id: wire('ID', IdOrNone.default(0)),
    name: wire('ObjectName', z.string().trim().min(1, 'Write the name').max(200)),
    objectType: wire('ObjectType', ObjectType),
  }),
  reply: SubstitutionTarget,
  fails,
  needs: 'rules.write',
  offline: 'queued',
  example: { id: 31, name: 'RN', objectType: 2 },
});

export const removeSubstitutionTarget = endpoint('DELETE /api/JRSubstitutionTarget/:cust/:id', {
  about: 'Removes a replacement name; refused while rules use it.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.object({ removed: z.boolean() }),
  fails,
  needs: 'rules.write',
  offline: 'queued',
  example: { removed: true },
});

export const listSubstitutionRules = endpoint('GET /api/JRSubstitutionRules/:objectType/:page/:perPage/:cust', {
  about: 'One page of substitution rules; perPage 0 means all. The first row contains the page count.',
  args: z.object({
    objectType: ObjectType,
    page: PageNumber,
    perPage: z.coerce.number().int().min(0).max(1000),
    cust: CustomerRef,
  }),
  reply: z.array(SubstitutionRule.extend({ totalPages: wire('TotalPages', z.number().optional()) })),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'replicated',
  example: [{ ...ruleExample, totalPages: 1 }],
});

const sent = {
  cust: CustomerRef,
  objectType: wire('ObjectType', ObjectType),
  rule: wire('Rule', z.string().max(500)),
  targetId: wire('Target_ID', Id),
  isCaseSensitive: wire('IsCaseSensitive', z.boolean().default(false)),
};

export const addSubstitutionRule = endpoint('POST /api/JRSubstitutionRules/:id/:cust', {
  about: 'Adds a substitution rule (id 0).',
  args: z.object({ id: IdOrNone, ...sent }),
  reply: SubstitutionRule,
  fails,
  needs: 'rules.write',
  offline: 'queued',
  example: ruleExample,
});

export const updateSubstitutionRule = endpoint('PUT /api/JRSubstitutionRules/:id/:cust', {
  about: 'Changes a substitution rule.',
  args: z.object({ id: Id, ...sent }),
  reply: SubstitutionRule,
  fails,
  needs: 'rules.write',
  offline: 'queued',
  example: ruleExample,
});

export const removeSubstitutionRule = endpoint('DELETE /api/JRSubstitutionRules/:id/:cust', {
  about: 'Removes a substitution rule.',
  args: z.object({ id: Id, cust: CustomerRef }),
  reply: z.object({ removed: z.boolean() }),
  fails,
  needs: 'rules.write',
  offline: 'queued',
  example: { removed: true },
});

export const uploadSubstitutionRules = endpoint('POST /api/upload/substitutionrules/:objectName/:cust', {
  about: 'Adds substitution rules from a CSV or TXT file with two columns, rule and name. Adds names that do not exist.',
  args: z.object({
    /** degree or specialty, or the documented object type. */
    objectName: z.string().regex(/^(?:degree|specialty|2|3)$/i, 'Upload degrees or specialties'),
    cust: CustomerRef,
    file: z.instanceof(Uint8Array, { error: 'Choose a file' }),
    fileName: z.string().max(400),
  }),
  upload: 'file',
  reply: z.object({
    added: z.number(),
    same: z.number(),
    refused: z.array(z.object({ line: z.number(), words: z.string() })),
  }),
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'rules.write',
  offline: 'online',
  example: { added: 2, same: 1, refused: [{ line: 4, words: 'The rule label must not be empty.' }] },
});

export const substitutionEndpoints = [
  listSubstitutionTargets,
  saveSubstitutionTarget,
  removeSubstitutionTarget,
  listSubstitutionRules,
  addSubstitutionRule,
  updateSubstitutionRule,
  removeSubstitutionRule,
  uploadSubstitutionRules,
];
