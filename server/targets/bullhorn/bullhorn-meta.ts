import * as z from 'zod';
import type { TargetReply } from '../adapter/target-http.ts';
import type { Session } from './written.ts';

const Meta = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string().nullish(),
      required: z.boolean().nullish(),
      dataType: z.string().nullish(),
      type: z.string().nullish(),
      maxLength: z.number().nullish(),
      options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).nullish(),
    }),
  ),
});
/** One field of an entity, as Bullhorn describes it. */
export type MetaField = z.infer<typeof Meta>['fields'][number];

const allRefused = 'errors.allFieldsNotAllowed';
const isAllRefused = ({ body }: TargetReply): boolean =>
  typeof body === 'object' && body !== null && 'errorMessageKey' in body && body.errorMessageKey === allRefused;

/**
 * The fields of an entity. Some tenants refuse to list all of them: there, only those in `known`. Null if Bullhorn did not describe
 * them. Throws what the session throws.
 */
export async function readMeta(
  session: Session,
  entity: string,
  known: readonly string[] = [],
): Promise<readonly MetaField[] | null> {
  const all = await session.call('GET', `meta/${entity}?fields=*&meta=full`);
  const answer =
    isAllRefused(all) && known.length > 0 ? await session.call('GET', `meta/${entity}?fields=${known.join(',')}&meta=full`) : all;
  const read = Meta.safeParse(answer.body);
  return read.success ? read.data.fields : null;
}
