import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** A source as the documented calls return it. */
const DocumentedSource = z.object({
  id: wire('ID', z.number()),
  customerSourceId: wire('CustomerSourceID', z.number()),
  name: wire('Source', z.string()),
  autoPost: wire('AutoPost', z.boolean()),
  alias: wire('Alias', z.string().nullable()),
});
const example: z.input<typeof DocumentedSource> = { id: 3, customerSourceId: 3, name: 'Medloop', autoPost: false, alias: null };
/** The caller's own customer, or another they may act for. */
const me = CustomerRef.default('me');

const Name = z.string().max(100, 'Shorten the name to 100 characters');
const fails = ['invalid', 'not_found', 'forbidden', 'conflict'] as const;

export const saveSource = endpoint('POST /api/Sources', {
  about:
    'Saves a source; ID 0 adds one. People who may change tasks can set alias and automatic posting; administrators also the name.',
  args: z.object({
    me,
    id: wire('ID', IdOrNone),
    name: wire('Source', Name),
    autoPost: wire('AutoPost', z.boolean().default(false)),
    alias: wire('Alias', z.string().trim().max(100, 'Shorten the alias to 100 characters').nullable().default(null)),
  }),
  reply: DocumentedSource.extend({
    /** Set if the service removed special characters or spaces from the name. */
    message: z.string().nullable(),
  }),
  fails,
  needs: 'tasks.write',
  offline: 'online',
  example: { ...example, message: null },
});

export const changeSource = endpoint('PUT /api/Sources', {
  about: 'Like the POST, for an existing source.',
  args: z.object({
    me,
    id: wire('ID', Id),
    name: wire('Source', Name),
    autoPost: wire('AutoPost', z.boolean().default(false)),
    alias: wire('Alias', z.string().trim().max(100, 'Shorten the alias to 100 characters').nullable().default(null)),
  }),
  reply: saveSource.reply,
  fails,
  needs: 'tasks.write',
  offline: 'online',
  example: { ...example, message: null },
});

export const listAllMapSources = endpoint('GET /api/map/sources/all/:cust', {
  about:
    'Every source of the customer with alias and automatic posting. Administrators get all customers’ sources with customer -1.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(DocumentedSource),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: [example],
});

export const listSourceGroup = endpoint('GET /api/sources/:id/grouping/list', {
  about: 'Every other source of the customer, and whether this one groups it.',
  args: z.object({ id: Id, me }),
  reply: z.array(
    z.object({ id: wire('ID', z.number()), name: wire('Source', z.string()), isGrouped: wire('Grouped', z.boolean()) }),
  ),
  fails: ['not_found', 'forbidden'],
  needs: 'session',
  offline: 'replicated',
  example: [{ id: 4, name: 'Medloop West', isGrouped: true }],
});

export const saveSourceGroup = endpoint('POST /api/sources/:id/grouping', {
  about: 'Sets the sub-sources that a source groups; filters and reports on the source then include them. Groups do not nest.',
  args: z.object({ id: Id, me, ids: z.array(z.number().int().positive()).max(200, 'Group 200 sources at most') }),
  wholeBody: 'ids',
  reply: z.object({ message: z.string() }),
  fails: [...fails, 'key_reused'],
  needs: 'admin',
  offline: 'queued',
  example: { message: messages.saved },
});

export const listSourceAliases = endpoint('GET /api/sources/:id/sourcemap/list', {
  about: 'Other names that feeds and files use for this source.',
  args: z.object({ id: Id, me }),
  reply: z.array(z.string()),
  fails: ['not_found', 'forbidden'],
  needs: 'session',
  offline: 'replicated',
  example: ['Medloop Inc'],
});

export const saveSourceAliases = endpoint('POST /api/sources/:id/sourcemap', {
  about: 'Sets the other names of a source. Refused if another source has one of the names.',
  args: z.object({
    id: Id,
    me,
    aliases: z
      .array(z.string().trim().min(1, 'Leave no alias empty').max(100, 'Shorten the alias to 100 characters'))
      .max(100, 'Give 100 aliases at most'),
  }),
  wholeBody: 'aliases',
  reply: z.object({ message: z.string() }),
  fails: [...fails, 'key_reused'],
  needs: 'admin',
  offline: 'queued',
  example: { message: messages.aliasSaved },
});

export const sourcesEndpoints = [
  saveSource,
  changeSource,
  listAllMapSources,
  listSourceGroup,
  saveSourceGroup,
  listSourceAliases,
  saveSourceAliases,
];
