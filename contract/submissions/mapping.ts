import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { MapSide } from '../rows/submission-pair.ts';
import { degreeExample, SubmissionDegree, SubmissionSpecialty, specialtyExample } from './lists.ts';
import { PairContent } from './pair-content.ts';
import { ShortSubmissionTarget, shortExample } from './targets.ts';

const me = CustomerRef.default('me');
const cust = CustomerRef;
const fails = ['invalid', 'forbidden', 'not_found'] as const;
const read = { needs: 'submissions.use', offline: 'cached' } as const;
const write = { needs: 'submissions.use', offline: 'online' } as const;

/** A name of Jobdock's own list (JR). */
export const JrEntry = z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) });
export type JrEntry = z.infer<typeof JrEntry>;

/** One step of a mapping: the entries of a target beside the names of Jobdock's own list. Specialty 0: the degree without one. */
export const PairLink = z.object({
  id: wire('ID', z.number()),
  targetId: wire('SubmissionCustomerTarget_ID', z.number()),
  side: MapSide,
  degreeId: wire('SubmissionDegree_ID', z.number()),
  specialtyId: wire('SubmissionSpecialty_ID', z.number()),
  jrDegreeId: wire('Degree_ID', z.number()),
  jrSpecialtyId: wire('Specialty_ID', z.number()),
  degree: z.string(),
  specialty: z.string(),
  jrDegree: z.string(),
  jrSpecialty: z.string(),
});
export type PairLink = z.infer<typeof PairLink>;
const link: PairLink = {
  id: 51,
  targetId: 3,
  side: 'from',
  degreeId: 11,
  specialtyId: 21,
  jrDegreeId: 1,
  jrSpecialtyId: 101,
  degree: 'RN',
  specialty: 'ICU',
  jrDegree: 'RN',
  jrSpecialty: 'ICU',
};

export const listMappingTargets = endpoint('GET /api/SubmissionMapping/TargetList/:cust', {
  about: 'The active submission targets whose degrees, specialties and documents can be mapped, by name.',
  args: z.object({ cust }),
  reply: z.array(ShortSubmissionTarget),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [shortExample],
});

export const listJrPairs = endpoint('GET /api/SubmissionMapping/degreespecialty/jr', {
  about: 'The degrees and specialties of Jobdock’s own list, by name.',
  args: z.object({ me }),
  reply: z.object({ degrees: z.array(JrEntry), specialties: z.array(JrEntry) }),
  fails: ['forbidden'],
  ...read,
  example: { degrees: [{ id: 1, name: 'RN' }], specialties: [{ id: 101, name: 'ICU' }] },
});

export const listTargetPairs = endpoint('GET /api/SubmissionMapping/degreespecialty/sct/:target/:cust', {
  about: 'The degrees and specialties of a submission target, and its steps of the mapping.',
  args: z.object({ target: Id, cust }),
  reply: z.object({
    degrees: z.array(SubmissionDegree),
    specialties: z.array(SubmissionSpecialty),
    links: z.array(PairLink),
  }),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: { degrees: [degreeExample], specialties: [specialtyExample], links: [link] },
});

const required = (what: string) => z.number(`Choose ${what}`).int().positive(`Choose ${what}`);

export const savePairMapping = endpoint('POST /api/SubmissionMapping/save/:cust', {
  about:
    'Maps a degree and specialty of a source to Jobdock’s own, and those to a degree and specialty of a destination. All six are needed. An earlier step of the same entries is replaced.',
  args: z.object({
    cust,
    sourceId: wire('SourceID', required('a source')),
    targetId: wire('TargetID', required('a destination')),
    fromDegree: wire('FromDegree', required('a degree of the source')),
    fromSpecialty: wire('FromSpecialty', required('a specialty of the source')),
    jrDegree: wire('JRDegree', required('a degree of Jobdock')),
    jrSpecialty: wire('JRSpecialty', required('a specialty of Jobdock')),
    toDegree: wire('ToDegree', required('a degree of the destination')),
    toSpecialty: wire('ToSpecialty', required('a specialty of the destination')),
  }),
  reply: z.object({ message: z.string(), links: z.array(PairLink) }),
  fails,
  ...write,
  example: { message: messages.saved, links: [link] },
});

export const removePairMapping = endpoint('DELETE /api/SubmissionMapping/delete/:cust', {
  about:
    'Removes the steps of a mapping that a person chose: the one of the source (`SourceLinkID`), of the destination (`TargetLinkID`), or both. 0: that side stays.',
  args: z.object({
    cust,
    sourceLinkId: wire('SourceLinkID', IdOrNone.default(0)),
    targetLinkId: wire('TargetLinkID', IdOrNone.default(0)),
  }),
  reply: z.object({ message: z.string() }),
  fails,
  ...write,
  example: { message: 'The mapping was removed' },
});

export const savePairLink = endpoint('POST /api/submission/degreespecialty/upsert', {
  about:
    'Adds (ID 0) or changes one step of a mapping. Without `side` it is the usual one of the target’s system: from an ATS, to any other.',
  args: z.object({
    me,
    id: wire('ID', IdOrNone.default(0)),
    degreeId: wire('SubmissionDegree_ID', required('a degree of the target')),
    specialtyId: wire('SubmissionSpecialty_ID', IdOrNone.default(0)),
    jrDegreeId: wire('Degree_ID', required('a degree of Jobdock')),
    jrSpecialtyId: wire('Specialty_ID', IdOrNone.default(0)),
    side: MapSide.optional(),
  }),
  reply: PairLink,
  fails,
  ...write,
  example: link,
});

export const removePairLink = endpoint('POST /api/submission/degreespecialty/:id/delete', {
  about: 'Removes one step of a mapping.',
  args: z.object({ id: Id, me }),
  reply: z.object({ message: z.string() }),
  fails: ['forbidden', 'not_found'],
  ...write,
  example: { message: 'The mapping was removed' },
});

const between = { sourceId: wire('SourceID', Id), targetId: wire('TargetID', Id) };

/** A row of the mapping screen. Null: that step is missing. */
export const MappingRow = z.object({ source: PairLink.nullable(), target: PairLink.nullable() });
export type MappingRow = z.infer<typeof MappingRow>;

export const listPairMappings = endpoint('GET /api/SubmissionMapping/list/:cust', {
  about: 'The mapping of degrees and specialties from a source to a destination, by degree, then specialty of the source.',
  args: z.object({ cust, ...between }),
  reply: z.array(MappingRow),
  fails,
  ...read,
  example: [{ source: link, target: { ...link, id: 52, targetId: 5, side: 'to' } }],
});

/** A step that the matcher proposes. `certainty`: 0 to 100, a probability that it is right; at 95 and above it needs no second look. */
const Proposed = z.object({ degreeId: z.number(), specialtyId: z.number(), degree: z.string(), specialty: z.string() });
export const PairProposal = z.object({
  source: Proposed,
  jrDegreeId: z.number(),
  jrSpecialtyId: z.number(),
  jrDegree: z.string(),
  jrSpecialty: z.string(),
  certainty: z.number(),
  target: Proposed.nullable(),
  targetCertainty: z.number(),
  /** Whether a person decided about the step already. */
  isSourceMapped: z.boolean(),
  isTargetMapped: z.boolean(),
});
export type PairProposal = z.infer<typeof PairProposal>;

export const proposePairMappings = endpoint('GET /api/SubmissionMapping/proposals/:cust', {
  about:
    'What the matcher proposes for every degree and specialty of a source that lacks a step to a destination, with its certainty, the most certain first. Nothing is stored.',
  args: z.object({ cust, ...between }),
  reply: z.object({
    /** Pairs of the source, and those with both steps, with a step proposed at 95 and above, and with none proposed. */
    total: z.number(),
    mapped: z.number(),
    certain: z.number(),
    without: z.number(),
    rows: z.array(PairProposal),
  }),
  fails,
  ...read,
  example: {
    total: 400,
    mapped: 12,
    certain: 310,
    without: 6,
    rows: [
      {
        source: { degreeId: 11, specialtyId: 21, degree: 'RN', specialty: 'ICU' },
        jrDegreeId: 1,
        jrSpecialtyId: 101,
        jrDegree: 'RN',
        jrSpecialty: 'ICU',
        certainty: 99,
        target: { degreeId: 61, specialtyId: 71, degree: 'Registered Nurse', specialty: 'ICU' },
        targetCertainty: 97,
        isSourceMapped: false,
        isTargetMapped: false,
      },
    ],
  },
});

const step: z.input<typeof PairContent> = {
  targetId: 3,
  side: 'from',
  degreeId: 11,
  specialtyId: 21,
  jrDegreeId: 1,
  jrSpecialtyId: 101,
};
/** A step that took the place of another one of the same entries. */
const Replaced = z.object({ before: PairContent, after: PairContent });

export const acceptPairMappings = endpoint('POST /api/SubmissionMapping/accept/:cust', {
  about:
    'Stores many steps at once, all or none. Steps that exist already with the same entries stay. `added` and `replaced` are what undoing needs.',
  args: z.object({ cust, steps: z.array(PairContent).min(1, 'Choose a step').max(5000, 'Accept 5,000 steps at most') }),
  reply: z.object({ message: z.string(), added: z.array(PairContent), replaced: z.array(Replaced) }),
  fails,
  ...write,
  example: { message: '310 steps stored', added: [step], replaced: [] },
});

export const undoPairMappings = endpoint('POST /api/SubmissionMapping/undo/:cust', {
  about: 'Undoes an acceptance: removes the steps that it added and stores those that it replaced. Steps changed since stay.',
  args: z.object({
    cust,
    added: z.array(PairContent).max(5000, 'Undo 5,000 steps at most'),
    replaced: z.array(Replaced).max(5000, 'Undo 5,000 steps at most'),
  }),
  reply: z.object({ message: z.string(), removed: z.number(), restored: z.number() }),
  fails,
  ...write,
  example: { message: '310 steps removed', removed: 310, restored: 0 },
});

export const submissionMappingEndpoints = [
  listMappingTargets,
  listJrPairs,
  listTargetPairs,
  savePairMapping,
  removePairMapping,
  savePairLink,
  removePairLink,
  listPairMappings,
  proposePairMappings,
  acceptPairMappings,
  undoPairMappings,
];
