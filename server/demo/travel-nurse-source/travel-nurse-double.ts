import * as z from 'zod';
import {
  changeIn,
  createTargetDouble,
  type DoubleCall,
  type DoubleRecord,
  type DoubleReply,
  type TargetDouble,
} from '../double-kit/target-double.ts';

export const travelNurseKey = 'tns-demo-key-90210';
/** The site's terms. Those of the real site are an account's own, with its Specialty Mapping Tool. */
export const travelNurseTerms = { licenses: ['RN', 'LPN'], specialties: ['ICU', 'Telemetry'] };

const text = z.string();
/** The documented fields of a job; any other is refused. */
const Job = z.strictObject({
  referenceNumber: text.min(1),
  title: text.min(1),
  city: text.min(1),
  state: text.min(1),
  postalCode: text.optional(),
  license: z.enum(travelNurseTerms.licenses),
  specialty: z.enum(travelNurseTerms.specialties),
  shift: text.optional(),
  shiftsPerWeek: z.number().optional(),
  hoursPerShift: z.number().optional(),
  durationLength: z.number().optional(),
  durationUnit: z.literal('week').optional(),
  startDate: z.iso.datetime({ offset: true }).optional(),
  description: text.optional(),
});

/** A local fake of TravelNurseSource's jobs API: Basic with a key, upsert by reference, and deletion by a list of references. */
export function createTravelNurseDouble({ now }: { now?: (() => number) | undefined } = {}): TargetDouble {
  const jobs = new Map<string, DoubleRecord>();
  const basic = `Basic ${Buffer.from(`${travelNurseKey}:`).toString('base64')}`;
  const answer = (call: DoubleCall): DoubleReply => {
    if (call.headers.authorization !== basic) return { status: 401, body: { message: 'Invalid API key' } };
    const path = call.url.pathname.replace(/^\/api\/v2\.0\//, '');
    if (call.method === 'GET' && path === 'leads.json') return { status: 200, body: [] };
    if (path !== 'jobs.json') return { status: 404, body: { message: 'No such resource' } };
    if (call.method === 'POST') return save(call, jobs);
    if (call.method === 'DELETE') return remove(call, jobs);
    return { status: 405, body: { message: 'Method not allowed' } };
  };
  return createTargetDouble({ answer, held: () => [...jobs.values()], change: changeIn(jobs), now });
}

function save(call: DoubleCall, jobs: Map<string, DoubleRecord>): DoubleReply {
  const read = z.array(Job).min(1).safeParse(JSON.parse(call.body));
  if (!read.success) {
    const [issue] = read.error.issues;
    return { status: 400, body: { message: `${issue?.path.at(-1)?.toString() ?? 'job'}: ${issue?.message ?? ''}` } };
  }
  for (const job of read.data) jobs.set(job.referenceNumber, { ...job, id: job.referenceNumber });
  return { status: 200, body: { message: 'Saved' }, wrote: true };
}

function remove(call: DoubleCall, jobs: Map<string, DoubleRecord>): DoubleReply {
  const read = z.array(z.string()).safeParse(JSON.parse(call.body));
  if (!read.success) return { status: 400, body: { message: 'Send a list of reference numbers' } };
  for (const reference of read.data) jobs.delete(reference);
  return { status: 200, body: { message: 'Deleted' }, wrote: true };
}
