import * as z from 'zod';
import { type FieldChanges, idsOf } from '../adapter/sent-values.ts';
import type { UpdateAnswer } from '../adapter/target-adapter.ts';
import { readFrom, type WriteFailure } from '../adapter/written.ts';
import { errorMessage } from './bullhorn-session.ts';
import { type Session, written } from './written.ts';

const Associated = z.object({ data: z.array(z.object({ id: z.union([z.number(), z.string()]) })) });
/** More ids than any job order has. */
const mostAssociated = 200;

/**
 * Writes changed fields to a job order: plain fields in one call, then to-many fields, which Bullhorn refuses there, by adding
 * and removing ids. Ids that people added in Bullhorn stay: only ids that were sent before are removed.
 */
export async function updateJobOrder(session: Session, id: string, changes: FieldChanges): Promise<UpdateAnswer> {
  const plain = Object.entries(changes).filter(([, { after }]) => !Array.isArray(after));
  if (plain.length > 0) {
    const body = Object.fromEntries(plain.map(([field, { after }]) => [field, after]));
    const answer = await written(session, 'POST', `entity/JobOrder/${id}`, body);
    if (answer.kind !== 'done') return { ...answer, words: answer.status === 404 ? gone(id) : answer.words };
  }
  for (const [field, change] of Object.entries(changes)) {
    if (!Array.isArray(change.after)) continue;
    const failure = await associate(session, `entity/JobOrder/${id}/${field}`, idsOf(change.before), idsOf(change.after));
    if (failure) return { ...failure, words: `${field}: ${failure.words}` };
  }
  return { kind: 'done' };
}

const gone = (id: string): string => `Bullhorn has no job order ${id} any more; re-create it with the job’s actions.`;

/** Makes a to-many field hold the wanted ids and none of the earlier ones. Null on success, otherwise the failure. */
async function associate(
  session: Session,
  path: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<WriteFailure | null> {
  const there = await associated(session, path);
  if (!Array.isArray(there)) return there;
  // Bullhorn refuses to add an id that is already there.
  const added = wanted.filter((id) => !there.includes(id));
  const removed = before.filter((id) => there.includes(id) && !wanted.includes(id));
  for (const [method, ids] of [
    ['PUT', added],
    ['DELETE', removed],
  ] as const) {
    if (ids.length === 0) continue;
    const answer = await written(session, method, `${path}/${ids.join(',')}`);
    if (answer.kind !== 'done') return answer;
  }
  return null;
}

/** The ids that a to-many field holds. Otherwise why they could not be read. */
export async function associated(session: Session, path: string): Promise<string[] | WriteFailure> {
  return readFrom<string[] | WriteFailure>(
    async () => {
      const answer = await session.call('GET', `${path}?fields=id&count=${mostAssociated}`);
      const parsed = Associated.safeParse(answer.body);
      if (parsed.success) return parsed.data.data.map(({ id }) => String(id));
      return { kind: 'unknown', words: errorMessage(answer) ?? `Bullhorn answered ${answer.status}` };
    },
    (words) => ({ kind: 'later', words }),
  );
}
