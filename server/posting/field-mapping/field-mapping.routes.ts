import { randomUUID } from 'node:crypto';
import { no, ok } from '#contract/kit/result.ts';
import { type DocumentedFieldMapping, removeFieldMapping, upsertFieldMapping } from '#contract/posting/field-mapping.ts';
import { absent } from '#contract/rows/absent.ts';
import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { lineProblems } from '#domain/posting/field-mapping/line-problems.ts';
import type { FieldLine } from '#domain/posting/field-mapping/mapped-fields.ts';
import { sourceField, sourceKeyOf } from '#domain/posting/field-mapping/source-fields.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { byCommand } from '#server/kit/http/audited.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { rowOfActor } from '#server/kit/http/loaders.ts';
import { targetsOpenedBy } from '#server/targets/open-target.ts';
import { fieldMappingOf } from './read-field-mapping.ts';

export const fieldMappingRoutes: Handler[] = [
  handle(
    upsertFieldMapping,
    { audit: byCommand, load: { target: rowOfActor('target', 'targetId') } },
    async ({ id, jobFieldId, ...said }, call, { target: { row: target, customerId } }) => {
      const jobField = jobFieldId === null ? null : sourceKeyOf(jobFieldId);
      if (jobFieldId !== null && jobField === null)
        return no({
          kind: 'invalid',
          fields: { jobFieldId: `Jobs have no field ${jobFieldId}. Choose a number of /api/bssjobs.` },
        });
      const lines = await fieldMappingOf(call.services.db, customerId, target.id);
      if (id !== 0 && !lines.some((line) => line.id === id)) return no(absent('fieldMapping', id));
      const line = { ...said, jobField };
      const problems = lineProblems(line, { typeId: target.typeId, atsFields: await atsFieldsOf(call, customerId, target.id) });
      if (problems.length > 0)
        return no({
          kind: 'invalid',
          fields: Object.fromEntries(problems.map(({ field, message }) => [wireField(field), message])),
        });
      const ref = id === 0 ? randomUUID() : null;
      const named = { id: ref === null ? id : localIdOf(ref), ref };
      const position = Math.max(0, ...lines.map((each) => each.position)) + 1;
      const saved = await callCommand(call, customerId, 'fieldMapping.save.v1', { ...named, ...line, position });
      if (!saved.ok) return saved;
      const stored = await storedRow(call.services.db, customerId, 'fieldMapping', saved.value.result.done[0] ?? id);
      return stored ? ok(documented(stored.row)) : no(absent('fieldMapping', id));
    },
  ),
  handle(
    removeFieldMapping,
    { audit: byCommand, load: { line: rowOfActor('fieldMapping', 'id') } },
    async ({ id }, call, { line: { row, customerId } }) => {
      const args = { id, ref: null, targetId: row.targetId };
      const removed = await callCommand(call, customerId, 'fieldMapping.remove.v1', args);
      return removed.ok ? ok(documented(row)) : removed;
    },
  ),
];

/** The fields of a target's ATS, read there now; null if it cannot be asked. */
async function atsFieldsOf({ services }: Pick<Call, 'services'>, customerId: number, targetId: number) {
  const opened = await targetsOpenedBy(services)(customerId, targetId);
  return (await opened?.adapter.fields()) ?? null;
}

const wireField = (field: keyof FieldLine): string => (field === 'jobField' ? 'jobFieldId' : field);

/** A line as the documented calls have it. */
const documented = ({
  id,
  targetId,
  jobField,
  atsField,
  option,
  condition,
  value,
  ...row
}: FieldMappingRow): DocumentedFieldMapping => ({
  id,
  atsField,
  jobFieldId: jobField === null ? null : (sourceField(jobField)?.id ?? null),
  option,
  condition,
  value,
  targetId,
  maxLength: row.maxLength,
  onCancel: row.onCancel,
  onUpdate: row.onUpdate,
  fieldType: row.fieldType,
  workType: row.workType,
  valueType: row.valueType,
});
