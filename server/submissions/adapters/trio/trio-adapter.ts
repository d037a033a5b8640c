import * as z from 'zod';
import {
  type Answer,
  type ListedSubmission,
  noCapability,
  type SentSubmission,
  type ShownSubmission,
  type SubmissionAdapter,
  type SubmissionConnector,
  type WebhookHint,
} from '#server/submissions/adapter.ts';
import { askTarget } from '#server/targets/adapter/target-http.ts';
import { textsIn, writtenBy } from '#server/targets/adapter/written.ts';
import { answerOf, readAnswer } from '../kit/answers.ts';
import { isSame } from '../kit/same-submission.ts';
import { lowerKeys, type TrioCall, trioClient } from './trio-client.ts';
import { readTrioList } from './trio-lists.ts';
import { packedSubmission } from './trio-submission.ts';

const Id = z.union([z.number(), z.string().min(1)]).transform(String);
const lowered = <T extends z.ZodType>(schema: T) => z.preprocess(lowerKeys, schema);

const Candidates = lowered(z.array(z.object({ number: Id, email: z.string().nullish() })));
const Candidate = lowered(z.object({ number: Id }));
const Shown = z.object({
  number: Id,
  status: z.string(),
  jobnumber: Id,
  candidatenumber: Id,
  modifieddateutc: z.string().nullish(),
});
const Made = lowered(z.object({ number: Id, status: z.string().nullish(), modifieddateutc: z.string().nullish() }));
const Submissions = lowered(z.array(Shown));
const Hint = lowered(Shown.partial({ status: true }));
const Hook = lowered(z.object({ id: Id }));

/** Documents travel in one request. A larger one is named before anything is sent. */
const documentLimits = { bytes: 10 * 1024 * 1024, count: 20 } as const;
const json = (body: unknown) => ({ body: JSON.stringify(body), contentType: 'application/json' });

/** Opens Trio VMS v3, the destination of a caregiver. The secret of the connection is the API key of the agency. */
export const trioConnector: SubmissionConnector = ({ site, secret, account }, { send, clock }) =>
  trioAdapter(trioClient(askTarget(send, clock), { url: site, apiKey: secret, account }));

function trioAdapter(call: TrioCall): SubmissionAdapter {
  const submissions = () => readSubmissions(call);
  return {
    ...noCapability,
    checkCredentials: async () => {
      const read = await readTrioList(call, 'degree');
      return read.kind === 'done' ? { kind: 'done', value: null } : { ...read, kind: 'refused' };
    },
    lists: { kinds: ['degree', 'specialty'], dictionaries: [], read: (kind) => readTrioList(call, kind) },
    required: ['firstName', 'lastName', 'email', 'degree', 'specialty'],
    documentLimits,
    signIns: true,
    findCaregiver: (email) => byEmail(call, email),
    makeCaregiver: (submission) => makeCandidate(call, submission),
    submit: (submission) => submit(call, submission),
    lookUp: async (submission) => oneOf(await submissions(), (one) => isSame(one, submission)),
    status: async (extId) => oneOf(await submissions(), (one) => one.extId === extId),
    submissions,
    listen: async (name, address) => {
      const hook = { Name: name, Url: address, Events: ['Submission Update'], IsActive: true };
      return write(
        () => call('POST', 'Webhooks', json(hook)),
        (body) => Hook.safeParse(body).data?.id ?? '',
      );
    },
    readHint,
  };
}

const write = async <T>(ask: () => ReturnType<TrioCall>, read: (body: unknown) => T | undefined): Promise<Answer<T>> =>
  answerOf(await writtenBy({ name: 'Trio', read: ({ body }) => read(body), wordsOf: (reply) => textsIn('Trio', reply) }, ask));

const byEmail = (call: TrioCall, email: string): Promise<Answer<readonly string[]>> =>
  readAnswer(
    'Trio',
    () => call('GET', `candidates?${new URLSearchParams({ email }).toString()}`),
    ({ body }) =>
      Candidates.safeParse(body)
        // A row with another address is not the caregiver, whatever the search matched.
        .data?.filter((one) => (one.email ?? email).toLowerCase() === email.toLowerCase())
        .map(({ number }) => number),
  );

function makeCandidate(call: TrioCall, { caregiver, degreeExtId, specialtyExtId }: SentSubmission): Promise<Answer<string>> {
  const { firstName, middleName, lastName, email, phone } = caregiver;
  const body = {
    FirstName: firstName,
    ...(middleName !== '' && { MiddleName: middleName }),
    LastName: lastName,
    Email: email,
    ...(phone !== '' && { Phone: phone }),
    ...(degreeExtId !== '' && { ProfessionNumber: degreeExtId }),
    ...(specialtyExtId !== '' && { SpecialtyNumber: specialtyExtId }),
  };
  return write(
    () => call('POST', 'candidates', json(body)),
    (reply) => Candidate.safeParse(reply).data?.number,
  );
}

async function submit(call: TrioCall, submission: SentSubmission): Promise<Answer<ShownSubmission>> {
  const packed = await packedSubmission(submission);
  const made = await write(
    () => call('POST', 'Submission', packed),
    (reply) => Made.safeParse(reply).data,
  );
  if (made.kind !== 'done') return made;
  const { number, status, modifieddateutc } = made.value;
  const extCaregiverId = submission.extCaregiverId ?? '';
  return { kind: 'done', value: { extId: number, extCaregiverId, status: status ?? '', at: instantOf(modifieddateutc) } };
}

async function readSubmissions(call: TrioCall): Promise<Answer<readonly ListedSubmission[]>> {
  let isListed = true;
  const read = await readAnswer(
    'Trio',
    () => call('GET', 'Submission'),
    ({ status, body }) => {
      isListed = status !== 404 && status !== 405;
      return isListed ? Submissions.safeParse(body).data?.map(shown) : [];
    },
  );
  return isListed ? read : { kind: 'refused', words: 'This account of Trio does not list its submissions.' };
}

const shown = (one: z.infer<typeof Shown>): ListedSubmission => ({
  extId: one.number,
  providerJobId: one.jobnumber,
  extCaregiverId: one.candidatenumber,
  status: one.status,
  at: instantOf(one.modifieddateutc),
});

/** Trio's times are UTC, with or without a zone. Null if it is no time. */
function instantOf(text: string | null | undefined): string | null {
  if (!text) return null;
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const oneOf = (
  answer: Answer<readonly ListedSubmission[]>,
  isIt: (one: ListedSubmission) => boolean,
): Answer<ShownSubmission | null> => (answer.kind === 'done' ? { kind: 'done', value: answer.value.find(isIt) ?? null } : answer);

function readHint(body: unknown): WebhookHint | null {
  const { data } = Hint.safeParse(body);
  return data ? { extId: data.number, providerJobId: data.jobnumber, extCaregiverId: data.candidatenumber } : null;
}
