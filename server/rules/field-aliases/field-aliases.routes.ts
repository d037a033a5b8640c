import { randomUUID } from 'node:crypto';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { listFieldAliases, saveFieldAlias } from '#contract/rules/field-aliases.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { fieldAliasesOf } from './read-field-aliases.ts';

const documented = ({ id, fieldId, alias }: Pick<FieldAliasRow, 'id' | 'fieldId' | 'alias'>) => ({
  id,
  fieldId,
  field: fieldOf(fieldId)?.label ?? '',
  alias,
});

export const fieldAliasRoutes: Handler[] = [
  handle(listFieldAliases, async ({ me }, { services }) => ok((await fieldAliasesOf(services.db, me)).map(documented))),
  handle(saveFieldAlias, { audit: byCommand }, async ({ me, id, fieldId, alias }, call) => {
    const before = id === 0 ? undefined : (await fieldAliasesOf(call.services.db, me)).find((row) => row.id === id);
    if (id !== 0 && !before) return no(absent('fieldAlias', id));
    if (alias === '' && !before) return no({ kind: 'invalid', fields: { alias: 'Write the alias.' } });
    if (alias === '') {
      const removed = await callCommand(call, me, 'fieldAlias.remove.v1', { id, ref: null });
      return removed.ok ? ok({ ...documented({ id, fieldId, alias }), message: messages.aliasSaved }) : removed;
    }
    const ref = before ? null : randomUUID();
    const args = { id: ref === null ? id : localIdOf(ref), ref, fieldId, alias };
    const saved = await callCommand(call, me, 'fieldAlias.save.v1', args);
    if (!saved.ok) return saved;
    return ok({ ...documented({ id: saved.value.result.done[0] ?? id, fieldId, alias }), message: messages.aliasSaved });
  }),
];
