import * as z from 'zod';
import {
  changeIn,
  createTargetDouble,
  type DoubleCall,
  type DoubleRecord,
  type DoubleReply,
  type TargetDouble,
} from '../double-kit/target-double.ts';

export const crelateKey = 'crelate-demo-key-4471';
export const crelateCompanies = ['c-201', 'c-202', 'c-203'];
export const crelateTitles = ['t-31', 't-32'];

/** Who changes jobs in the double. */
const crelateEditor = 'Robin Vale';

const text = z.string();
/** The documented fields of a job; any other is refused. */
const Job = z.strictObject({
  ExternalPrimaryKey: text.max(100).optional(),
  Name: text.min(1),
  CompanyId: text.optional(),
  CompanyName: text.optional(),
  JobTitleId: text.optional(),
  JobTitleName: text.optional(),
  NumberOfOpenings: z.number().int().optional(),
  Description: text.optional(),
  StartDate: z.iso.date().optional(),
  BillRate: z.number().optional(),
  PayRate: z.number().optional(),
  AddressBusiness_Line1: text.optional(),
  AddressBusiness_City: text.optional(),
  AddressBusiness_State: text.optional(),
  AddressBusiness_ZipCode: text.optional(),
  IsOnHold: z.boolean().optional(),
});
const Wrapped = z.object({ entity: z.record(z.string(), z.unknown()) });

const perMinute = 120;
const mostListed = 100;

/**
 * A local fake of Crelate's API 3: writes wrapped in `entity`, lists in `Data` with `Metadata`, 120 calls a minute, and the trap that
 * a name without an id creates a company. Crelate's error bodies are not documented; this one's hold the names of the fields.
 */
export function createCrelateDouble({ now }: { now?: (() => number) | undefined } = {}): TargetDouble & { companies: string[] } {
  const jobs = new Map<string, DoubleRecord>();
  const companies = [...crelateCompanies];
  let asked = 0;
  const edited = () => ({ ModifiedOn: new Date((now ?? Date.now)()).toISOString(), ModifiedByName: crelateEditor });
  const answer = (call: DoubleCall): DoubleReply => {
    const key = call.headers['x-api-key'] ?? call.url.searchParams.get('api_key');
    if (key !== crelateKey) return { status: 401, body: {} };
    const [, , area, id] = call.url.pathname.split('/');
    if (area !== 'jobs') return { status: 404, body: {} };
    if (call.method === 'GET' && id === undefined) return list(call, [...jobs.values()]);
    if (call.method === 'GET' && id !== undefined) return one(jobs.get(id));
    if (call.method === 'POST' && id === undefined) return write(call, jobs, companies, `j-${++asked}`);
    if (call.method === 'PUT' && id !== undefined)
      return jobs.has(id) ? write(call, jobs, companies, id) : { status: 404, body: {} };
    return { status: 405, body: {} };
  };
  return {
    ...createTargetDouble({ answer, held: () => [...jobs.values()], change: changeIn(jobs, edited), perMinute, now }),
    companies,
  };
}

function write(call: DoubleCall, jobs: Map<string, DoubleRecord>, companies: string[], id: string): DoubleReply {
  const wrapped = Wrapped.safeParse(JSON.parse(call.body));
  const { id: _, ModifiedOn, ModifiedByName, ...before }: Record<string, unknown> = jobs.get(id) ?? {};
  const job = Job.safeParse({ ...before, ...wrapped.data?.entity });
  if (!wrapped.success || !job.success)
    return { status: 400, body: { invalid: job.error?.issues.map(({ path }) => path.join('.')) } };
  const { CompanyId, CompanyName, JobTitleId } = job.data;
  if (CompanyId !== undefined && !companies.includes(CompanyId)) return { status: 400, body: { invalid: ['CompanyId'] } };
  if (JobTitleId !== undefined && !crelateTitles.includes(JobTitleId)) return { status: 400, body: { invalid: ['JobTitleId'] } };
  if (CompanyId === undefined && CompanyName !== undefined) companies.push(CompanyName);
  jobs.set(id, { ...job.data, ...(ModifiedOn !== undefined && { ModifiedOn, ModifiedByName }), id });
  return { status: 200, body: { Id: id }, wrote: true };
}

const one = (job: DoubleRecord | undefined): DoubleReply =>
  job ? { status: 200, body: { Data: shown(job) } } : { status: 404, body: {} };

const shown = ({ id, ...job }: DoubleRecord) => ({ Id: id, ...job });

function list({ url }: DoubleCall, all: readonly DoubleRecord[]): DoubleReply {
  const limit = Number(url.searchParams.get('limit') ?? mostListed);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  if (limit > mostListed) return { status: 400, body: { invalid: ['limit'] } };
  const rows = all.slice(offset, offset + limit).map(shown);
  return { status: 200, body: { Data: rows, Metadata: { TotalCount: all.length } } };
}
