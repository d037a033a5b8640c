import * as z from 'zod';
import { createTargetDouble, type DoubleCall, type DoubleReply, type TargetDouble } from '../double-kit/target-double.ts';
import { demoDegrees, demoSpecialties } from '../world/world.ts';
import { digestOf, type TrioFile, TrioRecords, type TrioSubmission } from './trio-records.ts';

/** Invented; it works nowhere else. */
export const trioKey = 'trio-demo-key-7730';
export const trioTenant = 'tide';
/** API keys of people's own accounts, by username. */
export const trioPeople = { 'ann.reyes': 'trio-demo-key-ann-3316', 'joe.park': 'trio-demo-key-joe-9042' } as const;
const accounts = new Map([[trioKey, 'agency'], ...Object.entries(trioPeople).map(([name, key]) => [key, name] as const)]);

export type TrioDouble = TargetDouble & {
  readonly records: TrioRecords;
  /** Gives a submission another status and returns what Trio's webhook says then. */
  move(number: number, status: string): object | undefined;
};

const Candidate = z.object({
  FirstName: z.string().min(1),
  LastName: z.string().min(1),
  Email: z.string().min(3),
});

const longestFile = 10 * 1024 * 1024;
const json = (status: number, body: unknown, wrote = false): DoubleReply => ({ status, body, wrote });
const refused = (field: string, message: string): DoubleReply =>
  json(400, { title: 'One or more validation errors occurred.', errors: { [field]: [message] } });

/** What the API shows of a submission: not its files and other values, nor the account that made it. */
const shown = ({ files: _files, values: _values, account: _account, ...row }: TrioSubmission) => row;

/**
 * A local fake of Trio VMS v3 as far as its public guide goes: an API key in a header, candidates by email address, a submission with its
 * files in one multipart request, professions with specialties, the list of submissions, webhooks without a signature. `listsSubmissions:
 * false` is an account that does not list them. `journal`: a file that keeps its data.
 */
export function createTrioDouble(
  options: { now?: (() => number) | undefined; journal?: string; listsSubmissions?: boolean } = {},
): TrioDouble {
  const now = options.now ?? Date.now;
  const records = new TrioRecords(options.journal ?? null);
  const at = () => new Date(now()).toISOString();
  const answer = async (call: DoubleCall): Promise<DoubleReply> => {
    const account = accounts.get(String(call.headers['x-api-key']));
    if (account === undefined || records.lockedAccounts.has(account)) return json(401, { message: 'Invalid API key' });
    const [, tenant, , , area = '', id] = call.url.pathname.split('/');
    if (tenant !== trioTenant || id !== undefined) return json(404, { message: 'No resource has this address' });
    const route = `${call.method} ${area.toLowerCase()}`;
    if (route === 'GET candidates') return json(200, records.byEmail(call.url.searchParams.get('email') ?? ''));
    if (route === 'POST candidates') return candidate(records, call);
    if (route === 'GET profession') return json(200, professions);
    if (route === 'POST submission') return await submission(records, call, { account, at: at() });
    if (route === 'GET submission' && options.listsSubmissions !== false)
      return json(200, Array.from(records.submissions.values(), shown));
    if (route === 'POST webhooks') return webhook(records, call);
    if (route === 'GET webhooks') return json(200, records.hooks);
    return json(404, { message: 'No resource has this address' });
  };
  const held = () => Array.from(records.submissions.values(), (row) => ({ ...row, id: String(row.Number) }));
  const move = (number: number, status: string) => {
    const row = records.move(number, status, at());
    return row && shown(row);
  };
  const double = createTargetDouble({
    answer,
    held,
    change: (id, values) => typeof values?.['Status'] === 'string' && move(Number(id), values['Status']) !== undefined,
    now: options.now,
  });
  return { ...double, records, move };
}

function candidate(records: TrioRecords, { body }: DoubleCall): DoubleReply {
  const sent = JSON.parse(body) as Record<string, unknown>;
  const read = Candidate.safeParse(sent);
  if (!read.success) return refused(String(read.error.issues[0]?.path[0]), 'The field is required.');
  return json(201, records.addCandidate(sent), true);
}

type Made = { readonly account: string; readonly at: string };

async function submission(records: TrioRecords, { bytes, headers }: DoubleCall, made: Made): Promise<DoubleReply> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const sent = form.get('JobNumber');
  const job = typeof sent === 'string' ? sent : '';
  const candidateNumber = Number(form.get('CandidateNumber'));
  if (job === '' || (records.jobs && !records.jobs.has(job))) return refused('JobNumber', 'The job does not exist.');
  if (records.closedJobs.has(job)) return refused('JobNumber', 'The job is closed.');
  if (!records.candidates.has(candidateNumber)) return refused('CandidateNumber', 'The candidate does not exist.');
  const types = form.getAll('DocumentTypes').map(String);
  const files: TrioFile[] = [];
  for (const [nth, file] of form.getAll('Documents').entries()) {
    if (typeof file === 'string') return refused('Documents', 'Send a file.');
    const content = new Uint8Array(await file.arrayBuffer());
    if (content.length === 0) return refused('Documents', `${file.name} is empty.`);
    if (content.length > longestFile) return refused('Documents', `${file.name} is larger than 10 MB.`);
    files.push({ name: file.name, type: types[nth] ?? '', size: content.length, digest: digestOf(content) });
  }
  return json(201, shown(records.submit(job, candidateNumber, files, { ...made, values: valuesIn(form) })), true);
}

const namedParts = new Set(['JobNumber', 'CandidateNumber', 'DocumentTypes', 'Documents']);

/** The other texts of a submission, by their names. */
const valuesIn = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...form.entries()].flatMap(([name, value]) => (namedParts.has(name) || typeof value !== 'string' ? [] : [[name, value]])),
  );

function webhook(records: TrioRecords, { body }: DoubleCall): DoubleReply {
  const sent = JSON.parse(body) as { Name?: string; Url?: string; Events?: string[]; IsActive?: boolean };
  if (!sent.Url || !sent.Events?.includes('Submission Update')) return refused('Url', 'The field is required.');
  records.addHook({ Name: sent.Name ?? '', Url: sent.Url, IsActive: sent.IsActive === true });
  return json(201, { ...sent, Id: records.hooks.length }, true);
}

/** The demo world's degrees and specialties under Trio's own numbers. */
const professions = demoDegrees.map(({ id, name }) => ({
  number: 500 + id,
  name,
  specialties: demoSpecialties
    .filter(({ degreeId }) => degreeId === id)
    .map((specialty) => ({ number: 5000 + specialty.id, name: specialty.name })),
}));
