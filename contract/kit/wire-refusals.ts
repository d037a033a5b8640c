import type { Endpoint } from './endpoint.ts';
import { Refusal } from './errors.ts';
import { fromWire, renameFields, toWire } from './wire-translation.ts';

type Problem = { readonly kind: string };

const isInvalid = (problem: Problem): problem is Extract<Refusal, { kind: 'invalid' }> =>
  problem.kind === 'invalid' && 'fields' in problem;
const isConflict = (problem: Problem): problem is Extract<Refusal, { kind: 'conflict' }> =>
  problem.kind === 'conflict' && 'current' in problem;

/** Renames a refusal for the wire: its fields get the names that the caller sent. */
export function refusalToWire(endpoint: Endpoint, problem: Problem): Problem {
  if (isInvalid(problem)) {
    const fields = renameFields(endpoint.args, problem.fields, 'toWire');
    return { ...problem, fields } as Problem;
  }
  if (isConflict(problem) && endpoint.conflict) {
    const current = toWire(endpoint.conflict, problem.current);
    return { ...problem, current } as Problem;
  }
  return toWire(Refusal, problem) as Problem;
}

/** Parses a received refusal and gives its fields plain names. Null if the body is not a refusal. */
export function refusalFromWire(endpoint: Endpoint, body: unknown): Refusal | null {
  const parsed = Refusal.safeParse(fromWire(Refusal, body));
  if (!parsed.success) return null;
  const { data } = parsed;
  if (data.kind === 'invalid') return { ...data, fields: renameFields(endpoint.args, data.fields, 'fromWire') };
  if (data.kind === 'conflict' && endpoint.conflict) return { ...data, current: fromWire(endpoint.conflict, data.current) };
  return data;
}
