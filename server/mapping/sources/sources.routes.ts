import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  changeSource,
  listAllMapSources,
  listSourceAliases,
  listSourceGroup,
  saveSource,
  saveSourceAliases,
  saveSourceGroup,
} from '#contract/mapping/sources.ts';
import { absent } from '#contract/rows/absent.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { nextIds } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { byCommand, done } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { type Loader, row } from '#server/kit/http/loaders.ts';
import { sourcesOf } from './sources.ts';

const nameRequired = messages.sourceRequired({ label: 'Source' });
const documented = ({ id, name, autoPost, alias }: SourceRow) => ({
  id,
  customerSourceId: id,
  name,
  autoPost,
  alias,
});

/** All sources of the customer, locked so that two cannot get the same name. */
const lockedSources: Loader<{ readonly me: number }, SourceRow[]> = {
  locks: true,
  find: (db, { me }) => rowsOf(db, me, 'source', { lock: true }),
};
const saving = { audit: 'source.save', load: { sources: lockedSources } } as const;

export const mapSourceRoutes: Handler[] = [
  handle(saveSource, saving, save),
  handle(changeSource, saving, save),
  handle(listAllMapSources, { allCustomers: true }, async ({ cust }, { services: { db } }) =>
    ok((await sourcesOf(db, namedCustomers(cust))).map(documented)),
  ),
  handle(listSourceGroup, { load: { source: row('source', 'id') } }, async ({ id, me }, { services }, { source }) => {
    const others = (await sourcesOf(services.db, me)).filter((one) => one.id !== id);
    return ok(others.map((one) => ({ id: one.id, name: one.name, isGrouped: source.row.members.includes(one.id) })));
  }),
  handle(saveSourceGroup, { audit: byCommand, load: { source: row('source', 'id') } }, async ({ id, me, ids }, call) => {
    const done = await callCommand(call, me, 'source.group.v1', { id, members: ids });
    return done.ok ? ok({ message: messages.saved }) : done;
  }),
  handle(listSourceAliases, { load: { source: row('source', 'id') } }, async (_args, _call, { source }) =>
    ok(source.row.aliases),
  ),
  handle(saveSourceAliases, { audit: byCommand, load: { source: row('source', 'id') } }, async ({ id, me, aliases }, call) => {
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

/** The name as stored: letters, digits, `-`, `.` and `_` (documented: special characters and spaces are removed). */
const cleaned = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]/gu, '');

type Loaded = { readonly sources: readonly SourceRow[] };
type SaveArgs = {
  readonly me: number;
  readonly id: number;
  readonly name: string;
  readonly autoPost: boolean;
  readonly alias: string | null;
};
type SaveCall = { readonly actor: Actor; readonly tx: Tx; readonly write: (publication: Publication) => void };

async function save({ id, name: sent, autoPost, alias }: SaveArgs, { actor, tx, write }: SaveCall, { sources }: Loaded) {
  if (sent.trim() === '') return no({ kind: 'invalid' as const, fields: { name: nameRequired } });
  const before = sources.find((source) => source.id === id);
  if (id !== 0 && !before) return no(absent('source', id));
  const renamed = before?.name !== sent;
  if (before && renamed && !actor.administrator) return no({ kind: 'forbidden' as const, needs: 'admin' });
  // An unchanged name is not cleaned: older names may contain spaces.
  const name = renamed ? cleaned(sent) : sent;
  if (name === '') return no({ kind: 'invalid' as const, fields: { name: nameRequired } });
  if (sources.some((other) => other.id !== id && namesOf(other).includes(name.toLowerCase())))
    return no({ kind: 'invalid' as const, fields: { name: `Another source is called “${name}” already` } });
  const [newId = 0] = before ? [] : await nextIds(tx, 'source', 1);
  const fresh = { id: newId, aliases: [], members: [] };
  const row: SourceRow = { ...fresh, ...before, name, alias: alias === '' ? null : alias, autoPost };
  // Turned off, it forgets its targets: people see what would be posted before it is on for one again.
  if (!autoPost && row.autoPostTo) row.autoPostTo = [];
  write({ collection: 'source', row });
  const reply = { ...documented(row), message: name === sent ? null : messages.sourceCleaned };
  return done(reply, { object: ['source', row.id] as const, changed: changesBetween(before, row) });
}
