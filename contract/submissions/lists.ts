import * as z from 'zod';
import { RefusedRows } from '../collecting/uploads.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { SubmissionListKind } from '../rows/submission-lists.ts';

const me = CustomerRef.default('me');
const fails = ['invalid', 'forbidden', 'not_found'] as const;

/** A degree of a submission target. */
export const SubmissionDegree = z.object({
  id: wire('ID', z.number()),
  name: wire('Name', z.string()),
  extId: wire('ExtID', z.string()),
});
export type SubmissionDegree = z.infer<typeof SubmissionDegree>;
export const degreeExample: SubmissionDegree = { id: 11, name: 'RN', extId: '1001' };

/** A specialty of a submission target. One of no degree has DegreeId 0. */
export const SubmissionSpecialty = z.object({
  id: wire('ID', z.number()),
  extId: wire('ExtID', z.string()),
  name: wire('Name', z.string()),
  degree: wire('Degree', z.string()),
  degreeId: wire('DegreeId', z.number()),
});
export type SubmissionSpecialty = z.infer<typeof SubmissionSpecialty>;
export const specialtyExample: SubmissionSpecialty = { id: 21, extId: '2001', name: 'ICU', degree: 'RN', degreeId: 11 };

/** A sync goes on in the background. `message` says why none was queued; else it is blank and `RunId` names the run. */
const Started = z.object({ message: z.string(), runId: wire('RunId', z.number().nullable()) });
const started: z.input<typeof Started> = { message: '', runId: 41 };

const sync = (route: `POST /api/submission/${'degrees' | 'specialties' | 'documents'}/sync`, what: string, count: string) =>
  endpoint(route, {
    about: `Reads the ${what} of a submission target (\`tid\`) from its system, as long work${count}. A list that loses more than a third waits for a person.`,
    args: z.object({ me, targetId: wire('tid', Id) }),
    reply: Started,
    fails,
    needs: 'targets.write',
    offline: 'online',
    example: started,
  });

export const syncSubmissionDegrees = sync('POST /api/submission/degrees/sync', 'degrees', '');
export const syncSubmissionSpecialties = sync('POST /api/submission/specialties/sync', 'specialties', '');
export const syncSubmissionDocuments = sync(
  'POST /api/submission/documents/sync',
  'document types',
  ', which ends with their number',
);

export const syncDegreesAndSpecialties = endpoint('POST /api/submission/degreesspecialties/sync/:cust', {
  about: 'Reads the degrees and specialties of every active submission target that has lists, as long work.',
  args: z.object({ cust: CustomerRef }),
  reply: Started,
  fails,
  needs: 'targets.write',
  offline: 'online',
  example: started,
});

export const syncMappingData = endpoint('POST /api/submissiontarget/syncmappingdata', {
  about: 'Reads every list of every active submission target that has lists, as long work.',
  args: z.object({ me }),
  reply: Started,
  fails,
  needs: 'targets.write',
  offline: 'online',
  example: started,
});

const search = {
  me,
  query: z.string().max(200, 'Search for 200 characters at most').default(''),
  targetId: wire('tid', Id),
};

export const listSubmissionDegrees = endpoint('GET /api/submission/degrees/list', {
  about: 'The degrees of a submission target (`tid`) by name, filtered by a part of the name or id.',
  args: z.object(search),
  reply: z.array(SubmissionDegree),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example: [degreeExample],
});

export const listSubmissionSpecialties = endpoint('GET /api/submission/specialties/list', {
  about:
    'The specialties of a submission target (`tid`) by name, filtered by a part of the name or id and by degree (`degreeId`, 0: all). Specialties without a degree belong to each.',
  args: z.object({ ...search, degreeId: IdOrNone.default(0) }),
  reply: z.array(SubmissionSpecialty),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example: [specialtyExample],
});

const upload = (route: `POST /api/upload/submission/${'degree' | 'specialty' | 'docs'}/:target/:cust`, what: string) =>
  endpoint(route, {
    about: `Adds and updates the ${what} of a submission target from a CSV or TXT file. The columns are Name and Id${what === 'document types' ? ', and GroupName' : ''}${what === 'specialties' ? ', and Degree (its id or name)' : ''}. Rows that cannot be read are refused one by one.`,
    args: z.object({ target: Id, cust: CustomerRef, file: z.instanceof(Uint8Array), fileName: z.string().max(255) }),
    reply: z.object({
      message: z.string(),
      added: z.number(),
      changed: z.number(),
      same: z.number(),
      refused: RefusedRows,
    }),
    fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
    needs: 'targets.write',
    offline: 'online',
    upload: 'file',
    example: { message: '2 added', added: 2, changed: 0, same: 0, refused: [] },
  });

export const uploadSubmissionDegrees = upload('POST /api/upload/submission/degree/:target/:cust', 'degrees');
export const uploadSubmissionSpecialties = upload('POST /api/upload/submission/specialty/:target/:cust', 'specialties');
export const uploadSubmissionDocuments = upload('POST /api/upload/submission/docs/:target/:cust', 'document types');

/** A list that waits for a person, and what would be removed: 20 names at most, mapped ones first. */
export const SubmissionWaitingList = z.object({
  kind: SubmissionListKind,
  objectId: z.number(),
  readAt: Instant,
  held: z.number(),
  listed: z.number(),
  removed: z.number(),
  removedMapped: z.number(),
  examples: z.array(z.object({ name: z.string(), isMapped: z.boolean() })),
});
export type SubmissionWaitingList = z.infer<typeof SubmissionWaitingList>;

/** A list of a submission target: how many entries it has, and when and how it was last read. */
export const SubmissionListState = z.object({
  kind: SubmissionListKind,
  objectId: z.number(),
  entries: z.number(),
  readAt: Instant.nullable(),
  isFromFile: z.boolean(),
});

export const listSubmissionListStates = endpoint('GET /api/submission/lists/:targetId', {
  about: 'The lists of a submission target with their number of entries and last reading, and those that wait for a person.',
  args: z.object({ targetId: Id, me }),
  reply: z.object({ lists: z.array(SubmissionListState), waiting: z.array(SubmissionWaitingList) }),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'cached',
  example: {
    lists: [{ kind: 'degree', objectId: 0, entries: 26, readAt: '2026-11-28T09:00:00.000Z', isFromFile: false }],
    waiting: [
      {
        kind: 'specialty',
        objectId: 0,
        readAt: '2026-11-28T09:00:00.000Z',
        held: 500,
        listed: 200,
        removed: 300,
        removedMapped: 12,
        examples: [{ name: 'ICU', isMapped: true }],
      },
    ],
  },
});

export const decideSubmissionList = endpoint('POST /api/submission/lists/:targetId', {
  about:
    'Decides about a list that waits: `apply` removes the entries that it lacks, `keep` forgets it. `readAt` is that of the list which the person saw; another one is a conflict.',
  args: z.object({
    targetId: Id,
    me,
    kind: SubmissionListKind,
    objectId: z.number().int().min(0).default(0),
    readAt: z.string(),
    choice: z.enum(['apply', 'keep'], 'Choose apply or keep'),
  }),
  reply: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict'],
  needs: 'targets.write',
  offline: 'online',
  example: { added: 0, changed: 0, removed: 300 },
});

export const submissionListEndpoints = [
  syncSubmissionDegrees,
  syncSubmissionSpecialties,
  syncSubmissionDocuments,
  syncDegreesAndSpecialties,
  syncMappingData,
  listSubmissionDegrees,
  listSubmissionSpecialties,
  uploadSubmissionDegrees,
  uploadSubmissionSpecialties,
  uploadSubmissionDocuments,
  listSubmissionListStates,
  decideSubmissionList,
];
