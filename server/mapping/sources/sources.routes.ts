import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import {
  changeSource,
  listAllMapSources,
  listSourceAliases,
  listSourceGroup,
  saveSource,
  saveSourceAliases,
  saveSourceGroup,
} from '#contract/mapping/sources.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { nextIds, publish } from '#server/feed/publish.ts';
import { allCustomers } from '#server/kit/http/customer-access.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { sourcesOf } from './sources.ts';

const absent = no({ kind: 'not_found' as const });
const nameRequired = messages.sourceRequired({ label: 'Source' });
const documented = ({ id, name, autoPost, alias }: SourceRow) => ({
  ID: id,
  CustomerSourceID: id,
  Source: name,
  AutoPost: autoPost,
  Alias: alias,
});

export const mapSourceRoutes: Handler[] = [
  handle(saveSource, (args, call) => save(args, call)),
  handle(changeSource, (args, call) => save(args, call)),
  handle(listAllMapSources, async ({ cust }, { services: { db } }) => {
    if (cust !== allCustomers) return ok((await sourcesOf(db, cust)).map(documented));
    const rows = await db.selectFrom('source').select('row').where('deleted', '=', false).orderBy('id').execute();
    return ok(rows.map(({ row }) => documented(row as SourceRow)));
  }),
  handle(listSourceGroup, async ({ id, me }, { services: { db } }) => {
    const sources = await sourcesOf(db, me);
    const source = sources.find((one) => one.id === id);
    if (!source) return absent;
    return ok(
      sources
        .filter((one) => one.id !== id)
        .map((one) => ({ ID: one.id, Source: one.name, Grouped: source.members.includes(one.id) })),
    );
  }),
  handle(saveSourceGroup, async ({ id, me, ids }, call) => {
    const done = await callCommand(call, me, 'source.group.v1', { id, members: ids });
    return done.ok ? ok({ message: messages.saved }) : done;
  }),
  handle(listSourceAliases, async ({ id, me }, { services: { db } }) => {
    const source = (await sourcesOf(db, me)).find((one) => one.id === id);
    return source ? ok(source.aliases) : absent;
  }),
  handle(saveSourceAliases, async ({ id, me, aliases }, call) => {
    const sources = await sourcesOf(call.services.db, me);
    const taken = aliases.find((alias) =>
      sources.some((other) => other.id !== id && namesOf(other).includes(alias.toLowerCase())),
    );
    if (taken !== undefined) return no({ kind: 'invalid', fields: { aliases: `Another source is called “${taken}” already` } });
    const done = await callCommand(call, me, 'source.alias.v1', { id, aliases });
    return done.ok ? ok({ message: messages.aliasSaved }) : done;
  }),
];

const namesOf = ({ name, aliases }: SourceRow): readonly string[] => [name, ...aliases].map((one) => one.toLowerCase());

/** The name as it is kept: letters, digits, hyphens, dots and underscores (documented: special characters and spaces are removed). */
const cleaned = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]/gu, '');

type SaveArgs = {
  readonly me: number;
  readonly ID: number;
  readonly Source: string;
  readonly AutoPost: boolean;
  readonly Alias: string | null;
};
type Saved = Result<
  ReturnType<typeof documented> & { message: string | null },
  { kind: 'not_found' } | { kind: 'forbidden'; needs: string } | { kind: 'invalid'; fields: Record<string, string> }
>;

async function save({ me, ID, Source, AutoPost, Alias }: SaveArgs, { services, actor }: Call): Promise<Saved> {
  if (me === allCustomers) return no({ kind: 'invalid', fields: { me: 'Name one customer' } });
  if (Source.trim() === '') return no({ kind: 'invalid', fields: { Source: nameRequired } });
  return services.db.transaction().execute(async (tx): Promise<Saved> => {
    await tx.selectFrom('source').select('id').where('customer_id', '=', me).orderBy('id').forUpdate().execute();
    const sources = await sourcesOf(tx, me);
    const before = sources.find(({ id }) => id === ID);
    if (ID !== 0 && !before) return absent;
    const renamed = before?.name !== Source;
    if (before && renamed && !actor.administrator) return no({ kind: 'forbidden' as const, needs: 'admin' });
    // A name that stays is left as it is: older ones may hold spaces.
    const name = renamed ? cleaned(Source) : Source;
    if (name === '') return no({ kind: 'invalid' as const, fields: { Source: nameRequired } });
    if (sources.some((other) => other.id !== ID && namesOf(other).includes(name.toLowerCase())))
      return no({ kind: 'invalid' as const, fields: { Source: `Another source is called “${name}” already` } });
    const id = before?.id ?? (await nextIds(tx, 'source', 1))[0] ?? 0;
    const row: SourceRow = {
      aliases: [],
      members: [],
      ...before,
      id,
      name,
      alias: Alias === '' ? null : Alias,
      autoPost: AutoPost,
    };
    await tx
      .insertInto('audit')
      .values({
        customer_id: me,
        at: services.now(),
        actor_id: actor.actorId,
        subject_id: actor.userId,
        command: 'source.save',
        detail: JSON.stringify({ before: before ?? null, after: row }),
      })
      .execute();
    await publish(tx, me, [{ collection: 'source', row }]);
    return ok({ ...documented(row), message: name === Source ? null : messages.sourceCleaned });
  });
}
