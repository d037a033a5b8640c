import fc from 'fast-check';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { SubmissionRow, SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { SubmissionEntryRow, SubmissionPackageRow } from '#contract/rows/submission-lists.ts';
import type {
  SubmissionDictionaryStepRow,
  SubmissionDocumentStepRow,
  SubmissionPairRow,
} from '#contract/rows/submission-pair.ts';
import { localIdOf } from '#domain/commands/local-id.ts';

const at = '2026-11-28T09:00:00.000Z';

/** A submission of Ann's that its destination has. */
export const aSubmission = (over: Partial<SubmissionRow> = {}): SubmissionRow => ({
  id: 141,
  fromId: 151,
  toId: 152,
  jobId: 7,
  providerJobId: '884-210',
  caregiverId: '70001',
  state: 'sent',
  status: 'Offered',
  statusAt: at,
  extId: '88231',
  errorText: '',
  warningsText: '',
  ownerId: 5,
  owner: 'Ann',
  createdAt: at,
  facility: 'Fairhaven Hospital',
  source: 'Coastal',
  sourceId: 2,
  atsJobId: '50001',
  version: 1,
  by: 'Ann',
  at,
  ref: null,
  purged: false,
  ...over,
});

/** Our Bullhorn (151), or with 152 the destination. */
export const aSubmissionTarget = (over: Partial<SubmissionTargetRow> = {}): SubmissionTargetRow => ({
  id: 151,
  systemId: 8,
  name: 'Our Bullhorn',
  isActive: true,
  sharesDocuments: false,
  ...over,
});

/** The entry of a list of the destination (152): the degree RN (161), unless said otherwise. */
export const aSubmissionEntry = (over: Partial<SubmissionEntryRow> = {}): SubmissionEntryRow => ({
  id: 161,
  targetId: 152,
  kind: 'degree',
  objectId: 0,
  extId: '1',
  name: 'RN',
  groupName: '',
  degreeExtId: '',
  removed: false,
  ...over,
});

/** Degree, specialty and two documents of the destination. */
export const submissionEntries = (): readonly SubmissionEntryRow[] => [
  aSubmissionEntry(),
  aSubmissionEntry({ id: 162, kind: 'specialty', extId: '11', name: 'ICU', degreeExtId: '1' }),
  aSubmissionEntry({ id: 163, kind: 'document', extId: 'a', name: 'BLS' }),
  aSubmissionEntry({ id: 164, kind: 'document', extId: 'b', name: 'Resume' }),
  aSubmissionEntry({ id: 165, extId: '2', name: 'LPN' }),
  aSubmissionEntry({ id: 166, kind: 'document', extId: 'c', name: 'Old form', removed: true }),
];

/** A package of the destination for RN and ICU with both documents. */
export const aPackage = (over: Partial<SubmissionPackageRow> = {}): SubmissionPackageRow => ({
  id: 171,
  targetId: 152,
  degreeId: 161,
  specialtyId: 162,
  documents: [163, 164],
  note: 'Two references',
  isDefault: false,
  defaultAt: null,
  version: 1,
  by: 'Ben',
  at,
  ref: null,
  purged: false,
  ...over,
});

/** What a device sends to save this package. */
export const savedPackage = (
  over: Partial<CommandArgs<'submissionPackage.save.v1'>> = {},
): CommandArgs<'submissionPackage.save.v1'> => {
  const { defaultAt: _defaultAt, ...content } = savedContent(aPackage());
  return { ...content, isDefault: null, ...over };
};

/** A row without what only the service writes. */
function savedContent<R extends { version: number; by: string; at: string; purged: boolean }>(row: R) {
  const { version: _version, by: _by, at: _at, purged: _purged, ...content } = row;
  return content;
}

/** The step from Jobdock's RN and ICU (1 and 101) to those of the destination. */
export const aPairStep = (over: Partial<SubmissionPairRow> = {}): SubmissionPairRow => ({
  id: 181,
  targetId: 152,
  side: 'to',
  degreeId: 161,
  specialtyId: 162,
  jrDegreeId: 1,
  jrSpecialtyId: 101,
  version: 1,
  by: 'Ben',
  at,
  ref: null,
  purged: false,
  ...over,
});

/** What a device sends to save this step. */
export const savedPair = (over: Partial<CommandArgs<'submissionPair.save.v1'>> = {}): CommandArgs<'submissionPair.save.v1'> => ({
  ...savedContent(aPairStep()),
  ...over,
});

/** The step from Jobdock's BLS (331) to that of the destination. */
export const aDocumentStep = (over: Partial<SubmissionDocumentStepRow> = {}): SubmissionDocumentStepRow => ({
  id: 191,
  targetId: 152,
  side: 'to',
  documentId: 163,
  jrDocumentId: 331,
  version: 1,
  by: 'Ben',
  at,
  ref: null,
  purged: false,
  ...over,
});

/** What a device sends to save this step. */
export const savedDocumentStep = (
  over: Partial<CommandArgs<'submissionDocumentStep.save.v1'>> = {},
): CommandArgs<'submissionDocumentStep.save.v1'> => {
  const { side: _side, ...content } = savedContent(aDocumentStep());
  return { ...content, ...over };
};

/** An entry of the caregiver statuses (dictionary 2) of the destination: Active (167), unless said otherwise. */
export const aDictionaryEntry = (over: Partial<SubmissionEntryRow> = {}): SubmissionEntryRow =>
  aSubmissionEntry({
    id: 167,
    kind: 'dictionary',
    objectId: 2,
    extId: 'ACT',
    name: 'Active',
    custom1: '',
    custom2: '',
    isDefault: false,
    ...over,
  });

/** Two caregiver statuses of the source (151), and two of the destination. */
export const dictionaryEntries = (): readonly SubmissionEntryRow[] => [
  aDictionaryEntry({ id: 251, targetId: 151, extId: '10', name: 'Available' }),
  aDictionaryEntry({ id: 252, targetId: 151, extId: '11', name: 'Placed' }),
  aDictionaryEntry({ isDefault: true }),
  aDictionaryEntry({ id: 168, extId: 'INA', name: '' }),
];

/** The mapping from the source's Available to the destination's Active. */
export const aDictionaryStep = (over: Partial<SubmissionDictionaryStepRow> = {}): SubmissionDictionaryStepRow => ({
  id: 201,
  targetId: 152,
  fromId: 251,
  toId: 167,
  version: 1,
  by: 'Ben',
  at,
  ref: null,
  purged: false,
  ...over,
});

/** What a device sends to save this mapping. */
export const savedDictionaryStep = (
  over: Partial<CommandArgs<'submissionDictionaryStep.save.v1'>> = {},
): CommandArgs<'submissionDictionaryStep.save.v1'> => ({ ...savedContent(aDictionaryStep()), ...over });

/** What a device sends for a new submission with the UUID `ref`. */
export const newSubmission = (
  ref: string,
  over: Partial<CommandArgs<'submission.send.v1'>> = {},
): CommandArgs<'submission.send.v1'> => ({
  id: localIdOf(ref),
  ref,
  ownerId: 5,
  fromId: 151,
  toId: 152,
  jobId: 7,
  providerJobId: '',
  caregiverId: '70001',
  ...over,
});

const chosenAt = '2026-11-18T09:00:00.000Z';

/** The destination of a package with its lists, two packages, and two steps of each of its mappings. */
export const packageWorld = () => [
  { collection: 'submissionTarget', row: aSubmissionTarget({ id: 152, systemId: 61, name: 'Coastal Trio' }) } as const,
  ...[...submissionEntries(), ...dictionaryEntries()].map((row) => ({ collection: 'submissionEntry', row }) as const),
  ...[aPackage(), aPackage({ id: 172, degreeId: 0, specialtyId: 0, isDefault: true, defaultAt: chosenAt })].map(
    (row) => ({ collection: 'submissionPackage', row }) as const,
  ),
  ...[aPairStep(), aPairStep({ id: 182, specialtyId: 0, jrSpecialtyId: 0 })].map(
    (row) => ({ collection: 'submissionPair', row }) as const,
  ),
  ...[aDocumentStep(), aDocumentStep({ id: 192, documentId: 164, jrDocumentId: 324 })].map(
    (row) => ({ collection: 'submissionDocumentStep', row }) as const,
  ),
  ...[aDictionaryStep(), aDictionaryStep({ id: 202, fromId: 252, toId: 168 })].map(
    (row) => ({ collection: 'submissionDictionaryStep', row }) as const,
  ),
];

const packageIds = fc.constantFrom(171, 172);
const none = fc.constant(null);
const packageContents = {
  targetId: fc.constant(152),
  degreeId: fc.constantFrom(0, 161, 165),
  specialtyId: fc.constant(0),
  documents: fc.constantFrom<number[]>([163], [164, 163]),
  note: fc.constantFrom('', 'Two references'),
};

const dictionaryIds = { id: fc.constantFrom(201, 202), ref: none, targetId: fc.constant(152), fromId: fc.constantFrom(251, 252) };
const toId = fc.constantFrom(167, 168);
const documentStepIds = { id: fc.constantFrom(191, 192), ref: none, targetId: fc.constant(152) };
const documentIds = { documentId: fc.constantFrom(163, 164), jrDocumentId: fc.constantFrom(331, 324) };
const pairIds = { id: fc.constantFrom(181, 182), ref: none };
const pairEntries = { targetId: fc.constant(152), degreeId: fc.constantFrom(161, 165), specialtyId: fc.constantFrom(0, 162) };
const pairContents = {
  ...pairEntries,
  side: fc.constantFrom<'from' | 'to'>('from', 'to'),
  jrDegreeId: fc.constantFrom(1, 2),
  jrSpecialtyId: fc.constantFrom(0, 101),
};

/** Arguments of the changes of submissions, for properties of all changes. */
export const submissionChanges = {
  'submission.send.v1': fc.constant(newSubmission('c3f1d0b2-08a6-4c4f-8d0e-6f3f7f0f2b07')),
  'submission.resend.v1': fc.record({ id: fc.constantFrom(141, 142), ref: fc.constant(null) }),
  'submissionPackage.save.v1': fc.record({
    id: packageIds,
    ref: none,
    ...packageContents,
    isDefault: fc.constantFrom(null, true, false),
  }),
  'submissionPackage.remove.v1': fc.record({ id: packageIds, ref: none, targetId: fc.constant(152) }),
  'submissionPackage.restore.v1': fc.record({
    id: packageIds,
    ref: none,
    version: fc.constantFrom(1, 2),
    ...packageContents,
    isDefault: fc.boolean(),
    defaultAt: fc.constantFrom(null, chosenAt),
  }),
  'submissionDictionaryStep.save.v1': fc.record({ ...dictionaryIds, toId }),
  'submissionDictionaryStep.remove.v1': fc.record(dictionaryIds),
  'submissionDictionaryStep.restore.v1': fc.record({ ...dictionaryIds, version: fc.constantFrom(1, 2), toId }),
  'submissionDocumentStep.save.v1': fc.record({ ...documentStepIds, ...documentIds }),
  'submissionDocumentStep.remove.v1': fc.record({ ...documentStepIds, documentId: fc.constantFrom(163, 164) }),
  'submissionDocumentStep.restore.v1': fc.record({ ...documentStepIds, version: fc.constantFrom(1, 2), ...documentIds }),
  'submissionPair.save.v1': fc.record({ ...pairIds, ...pairContents }),
  'submissionPair.remove.v1': fc.record({ ...pairIds, ...pairEntries }),
  'submissionPair.restore.v1': fc.record({ ...pairIds, version: fc.constantFrom(1, 2), ...pairContents }),
};
