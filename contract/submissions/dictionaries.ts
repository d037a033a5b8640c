import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

const me = CustomerRef.default('me');
const Text = z.string().trim().max(200, 'Use at most 200 characters');
const objectRequired = messages.dictionaryObjectRequired;

const place = {
  targetId: wire('TargetId', Id),
  objectId: wire('ObjectId', z.coerce.number(objectRequired).int().positive(objectRequired)),
};

/** What people set of an entry of a dictionary. */
const content = {
  objectId: wire('SubmissionObject_ID', z.number(objectRequired).int().positive(objectRequired)),
  targetId: wire('SubmissionCustomerTarget_ID', z.number('Choose a target').int().positive('Choose a target')),
  extId: wire('ExtID', Text.min(1, messages.dictionaryIdRequired)),
  name: wire('Name', Text.default('')),
  custom1: wire('CustomField1', Text.default('')),
  custom2: wire('CustomField2', Text.default('')),
  isDefault: wire('IsDefault', z.boolean().default(false)),
};

/** An entry of a dictionary of a submission target, with the entries of other targets that it is mapped to. */
export const DictionaryEntry = z.object({
  id: wire('ID', z.number()),
  ...content,
  mappings: z.array(z.object({ id: wire('ID', z.number()), otherId: z.number(), other: z.string(), otherTarget: z.string() })),
});
export type DictionaryEntry = z.infer<typeof DictionaryEntry>;

const example: DictionaryEntry = {
  id: 31,
  objectId: 2,
  targetId: 5,
  extId: 'ACT',
  name: 'Active',
  custom1: '',
  custom2: '',
  isDefault: true,
  mappings: [{ id: 4, otherId: 12, other: 'Active', otherTarget: 'Our Bullhorn' }],
};

export const listDictionary = endpoint('GET /api/SubmissionDictonary/list', {
  about: 'The entries of one dictionary of a submission target by name, with their mappings.',
  args: z.object({ me, ...place }),
  reply: z.array(DictionaryEntry),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example: [example],
});

export const saveDictionaryEntry = endpoint('POST /api/SubmissionDictonary', {
  about:
    'Adds (ID 0) or changes an entry of a dictionary. One entry of a dictionary is the default: the next one takes its place.',
  args: z.object({ me, id: wire('ID', IdOrNone.default(0)), ...content }),
  reply: DictionaryEntry,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example,
});

export const removeDictionaryEntry = endpoint('DELETE /api/SubmissionDictonary/:id', {
  about: 'Removes an entry of a dictionary with its mappings.',
  args: z.object({ id: Id, me }),
  reply: z.object({ message: z.string() }),
  fails: ['forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: { message: 'The entry “Active” was removed' },
});

export const syncDictionary = endpoint('POST /api/SubmissionDictonary/sync', {
  about: 'Reads one dictionary of a submission target from its system, as long work. The documented GET answers 405.',
  args: z.object({ me, ...place }),
  reply: z.object({ message: z.string(), runId: wire('RunId', z.number().nullable()) }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'online',
  example: { message: '', runId: 41 },
});

export const saveDictionaryMapping = endpoint('POST /api/SubmissionDictonaryMapping', {
  about:
    'Maps an entry of a source’s dictionary (`…1_ID`) to one of the same dictionary of a destination (`…2_ID`). An entry has one mapping to a destination: the new one takes the place of the old one.',
  args: z.object({
    me,
    fromId: wire('SubmissionCustomerDictionary1_ID', Id),
    toId: wire('SubmissionCustomerDictionary2_ID', Id),
  }),
  reply: z.object({
    id: wire('ID', z.number()),
    fromId: wire('SubmissionCustomerDictionary1_ID', z.number()),
    toId: wire('SubmissionCustomerDictionary2_ID', z.number()),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: { id: 4, fromId: 12, toId: 31 },
});

export const removeDictionaryMapping = endpoint('DELETE /api/SubmissionDictonaryMapping/:id', {
  about: 'Removes a mapping between dictionaries.',
  args: z.object({ id: Id, me }),
  reply: z.object({ message: z.string() }),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: { message: 'The mapping was removed' },
});

export const submissionDictionaryEndpoints = [
  listDictionary,
  saveDictionaryEntry,
  removeDictionaryEntry,
  syncDictionary,
  saveDictionaryMapping,
  removeDictionaryMapping,
];
