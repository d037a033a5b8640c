import * as z from 'zod';
import { instantOf, readOrder, shownOf } from '../adapter/read-order.ts';
import type { SentValues } from '../adapter/sent-values.ts';
import type { ReadAnswer } from '../adapter/target-adapter.ts';
import { errorMessage } from './bullhorn-session.ts';
import { associated } from './update-job-order.ts';
import type { Session } from './written.ts';

const Entity = z.object({ data: z.looseObject({ id: z.number() }) });
/** A list of ids in an entity. Bullhorn shows only its first ones. */
const Ids = z.object({ total: z.number().optional(), data: z.array(z.object({ id: z.union([z.number(), z.string()]) })) });

/** Said of a job order with each reading. */
const always = ['id', 'isOpen', 'isDeleted', 'dateLastModified'] as const;

/** Reads the named fields of a job order. It is gone if Bullhorn has no such entity or marks it as deleted. */
export const readJobOrder = (session: Session, id: string, fields: readonly string[]): Promise<ReadAnswer> =>
  readOrder(async () => {
    const path = `entity/JobOrder/${encodeURIComponent(id)}`;
    const names = [...new Set([...always, ...fields])].join(',');
    const answer = await session.call('GET', `${path}?${new URLSearchParams({ fields: names }).toString()}`);
    const words = errorMessage(answer);
    if (answer.status === 404 && words !== null) return { kind: 'absent' };
    const entity = Entity.safeParse(answer.body);
    if (answer.status >= 400 || !entity.success) return { kind: 'unknown', words: words ?? `Bullhorn answered ${answer.status}` };
    const { data } = entity.data;
    const changedAt = instantOf(data['dateLastModified']);
    const changed = changedAt === undefined ? {} : { changedAt };
    if (data['isDeleted'] === true) return { kind: 'absent', ...changed };
    const values = await withWholeLists(session, path, shownOf(data, fields));
    if ('words' in values) return { kind: 'unknown', words: values.words };
    return { kind: 'found', values: values.shown, open: typeof data['isOpen'] === 'boolean' ? data['isOpen'] : null, ...changed };
  });

/** Makes lists of ids from the lists of an entity; one that the entity does not show in full is read by itself. */
async function withWholeLists(
  session: Session,
  path: string,
  shown: SentValues,
): Promise<{ readonly shown: SentValues } | { readonly words: string }> {
  const whole: Record<string, unknown> = { ...shown };
  for (const [field, value] of Object.entries(shown)) {
    const list = Ids.safeParse(value);
    if (!list.success) continue;
    const { data, total = data.length } = list.data;
    const ids = total > data.length ? await associated(session, `${path}/${field}`) : data.map(({ id }) => String(id));
    if (!Array.isArray(ids)) return { words: `${field}: ${ids.words}` };
    whole[field] = ids;
  }
  return { shown: whole };
}
