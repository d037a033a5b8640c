import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { degreeExample, SubmissionDegree, SubmissionSpecialty, specialtyExample } from './lists.ts';
import { packageContent } from './package-content.ts';

const me = CustomerRef.default('me');
const read = { needs: 'submissions.use', offline: 'cached' } as const;
const write = { needs: 'targets.write', offline: 'online' } as const;

/** What people set of a package. Degree or specialty 0: any. */
const content = {
  isDefault: wire('Default', z.boolean().default(false)),
  note: wire('Note', packageContent.note.default('')),
  documents: wire('Documents', packageContent.documents),
  targetId: wire('SubmissionCustomerTarget_ID', packageContent.targetId),
  degreeId: wire('SubmissionDegree_ID', IdOrNone.default(0)),
  specialtyId: wire('SubmissionSpecialty_ID', IdOrNone.default(0)),
};

/** A package: which documents go along with a degree and specialty to a destination, in their order. Blank names: any. */
export const SubmissionPackage = z.object({
  id: wire('ID', z.number()),
  ...content,
  target: wire('TargetName', z.string()),
  degree: wire('Degree', z.string()),
  specialty: wire('Specialty', z.string()),
});
export type SubmissionPackage = z.infer<typeof SubmissionPackage>;
const example: SubmissionPackage = {
  id: 6,
  isDefault: false,
  note: 'Two references within a year',
  documents: [81, 82],
  targetId: 5,
  degreeId: 11,
  specialtyId: 21,
  target: 'Coastal Trio',
  degree: 'RN',
  specialty: 'ICU',
};

export const listPackages = endpoint('GET /api/SubmissionDocument/packages', {
  about: 'The packages of a customer by target, degree and specialty.',
  args: z.object({ me }),
  reply: z.array(SubmissionPackage),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [example],
});

export const readPackage = endpoint('GET /api/SubmissionDocument/package/:id', {
  about: 'One package.',
  args: z.object({ id: Id, me }),
  reply: SubmissionPackage,
  fails: ['forbidden', 'not_found'],
  ...read,
  example,
});

export const savePackage = endpoint('POST /api/SubmissionDocument/package', {
  about:
    'Adds (ID 0 or -1) or changes a package. A second one for the same degree and specialty of a target is refused by name. The default of a target is one: the next takes its place.',
  args: z.object({ me, id: wire('ID', z.number().int().min(-1).default(0)), ...content }),
  reply: SubmissionPackage,
  fails: ['invalid', 'not_found', 'forbidden', 'conflict', 'key_reused'],
  ...write,
  example,
});

export const removePackage = endpoint('DELETE /api/SubmissionDocument/package/:id', {
  about: 'Removes a package. Submissions on their way keep the documents that they were asked with.',
  args: z.object({ id: Id, me }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'not_found', 'forbidden', 'conflict', 'key_reused'],
  ...write,
  example: { message: 'The package was removed' },
});

const ofTarget = { me, targetId: wire('tid', Id) };

export const listPackageDocuments = endpoint('GET /api/SubmissionDocument/customer/list', {
  about: 'The document types of a submission target (`tid`) that a package may have, by group, then name.',
  args: z.object(ofTarget),
  reply: z.array(
    z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()), groupName: wire('GroupName', z.string()) }),
  ),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [{ id: 81, name: 'BLS card', groupName: 'Certifications' }],
});

export const listPackageDegrees = endpoint('GET /api/submission/customerdegrees/list', {
  about: `The degrees of a submission target (\`tid\`), by name. A lookup without a hit reads “${messages.notFound}”.`,
  args: z.object({ ...ofTarget, query: z.string().max(200).default('') }),
  reply: z.array(SubmissionDegree),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [degreeExample],
});

export const listPackageSpecialties = endpoint('GET /api/submission/customerspecialties/list', {
  about: 'The specialties of a submission target (`tid`) by name, of one degree (`degreeId`) or all (0).',
  args: z.object({ ...ofTarget, query: z.string().max(200).default(''), degreeId: IdOrNone.default(0) }),
  reply: z.array(SubmissionSpecialty),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [specialtyExample],
});

export const submissionPackageEndpoints = [
  listPackages,
  readPackage,
  savePackage,
  removePackage,
  listPackageDocuments,
  listPackageDegrees,
  listPackageSpecialties,
];
