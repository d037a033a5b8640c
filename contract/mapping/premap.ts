import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/**
 * A line of the premap: the ATS values for a vendor's degree and specialty, set before any job contains them. The two flags say
 * whether the ATS's list has the names; `problem` is a sentence that says what to fix.
 */
export const PremapLine = z.object({
  jrDegree: z.string().trim().max(200).default(''),
  jrSpecialty: z.string().trim().max(200).default(''),
  atsDegree: z.string().trim().max(200).default(''),
  atsSpecialty: z.string().trim().max(200).default(''),
  exclude: z.boolean().default(false),
  isAtsDegreeCorrect: z.boolean().default(true),
  isAtsSpecialtyCorrect: z.boolean().default(true),
  problem: z.string().nullable().default(null),
});
export type PremapLine = z.infer<typeof PremapLine>;

const TargetOrFirst = IdOrNone.default(0);
const me = CustomerRef.default('me');
const line: PremapLine = {
  jrDegree: 'RN',
  jrSpecialty: 'ICU',
  atsDegree: 'Registered Nurse',
  atsSpecialty: 'Intensive Care',
  exclude: false,
  isAtsDegreeCorrect: true,
  isAtsSpecialtyCorrect: true,
  problem: null,
};
const Checked = z.object({ fullLst: z.array(PremapLine), hasErrors: z.boolean(), message: z.string() });
const example: z.input<typeof Checked> = { fullLst: [line], hasErrors: false, message: '1 row, none to fix' };
const checked = {
  reply: Checked,
  fails: ['invalid', 'too_large', 'not_found', 'forbidden'],
  offline: 'online',
  example,
} as const;
const lines = z.array(PremapLine).max(10_000, 'Send 10,000 rows at most');

export const readPremap = endpoint('GET /api/premap/list', {
  about: 'The last committed premap of a target (tid 0: the first target with mapping).',
  args: z.object({ me, targetId: wire('tid', TargetOrFirst) }),
  needs: 'map.degree',
  ...checked,
  offline: 'cached',
});

export const readPremapFile = endpoint('POST /api/premap/file/:targetId', {
  about:
    'Reads a CSV or TXT file of five columns (degree, specialty, ATS degree, ATS specialty, exclude) and checks it against the ATS’s lists. Saves nothing.',
  args: z.object({
    me,
    targetId: IdOrNone,
    file: z.instanceof(Uint8Array),
    fileName: z.string().max(255),
  }),
  upload: 'file',
  needs: 'map.degree',
  ...checked,
});

export const checkPremap = endpoint('POST /api/premap/list', {
  about: 'Checks edited lines against the ATS’s lists. Saves nothing.',
  args: z.object({ me, targetId: wire('tid', TargetOrFirst), lines }),
  wholeBody: 'lines',
  needs: 'map.degree',
  ...checked,
});

export const commitPremap = endpoint('POST /api/premap/commit', {
  about:
    'Replaces the premap with these lines and maps unmapped values from it, in a run that can be undone. Refused if any line has an error.',
  args: z.object({ me, targetId: wire('tid', TargetOrFirst), lines }),
  wholeBody: 'lines',
  needs: 'map.degree',
  ...checked,
  reply: Checked.extend({ runId: z.number().nullable() }),
  example: { ...example, message: '1 row kept', runId: 5 },
});

/** An empty premap file: the headings of its five columns, and one line as an example. */
export const premapTemplate =
  'jrDegree,jrSpecialty,atsDegree,atsSpecialty,exclude\r\nRN,ICU,Registered Nurse,Intensive Care,\r\n';

export const readPremapTemplate = endpoint('GET /api/premap/template', {
  about: 'A premap file to fill in: a CSV with the five columns and an example line.',
  args: z.object({}),
  reply: z.string(),
  fails: [],
  needs: 'map.degree',
  offline: 'online',
  raw: 'file',
  example: premapTemplate,
});

export const premapEndpoints = [readPremap, readPremapFile, checkPremap, commitPremap, readPremapTemplate];
