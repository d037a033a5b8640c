import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { submissionLimits } from './words.ts';

export const addCaregiverDocument = endpoint('POST /api/upload/submission/caregiver/:documentId', {
  about:
    'Adds a file of at most 20 MB to a caregiver in the source, as the document that `documentId` (a document of the destination, as `submission/check` names it) is mapped to there. Jobdock passes the file on and does not keep it. A file that is there already, with its name, size and type, is not added again: that is how a call is repeated after a lost answer. Empty files, programs and files that are not what their names say are refused.',
  args: z.object({
    documentId: Id,
    me: CustomerRef.default('me'),
    caregiverId: wire('CaregiverId', z.string().trim().min(1, 'Choose a caregiver').max(submissionLimits.key)),
    fromId: wire('SubTargetId1', IdOrNone.default(0)),
    toId: wire('SubTargetId2', IdOrNone.default(0)),
    file: z.instanceof(Uint8Array),
    fileName: z.string().max(255),
  }),
  reply: z.object({ id: wire('ID', z.string()), name: wire('Name', z.string()), message: z.string() }),
  fails: ['invalid', 'too_large', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  upload: 'file',
  example: { id: '178', name: 'License', message: 'The document is with the caregiver' },
});

export const caregiverDocumentEndpoints = [addCaregiverDocument];
