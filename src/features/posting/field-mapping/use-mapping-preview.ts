import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, TargetRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import { paySetupOf } from '#domain/pay/pay.ts';
import { dateForm } from '#domain/posting/field-mapping/kind-lines.ts';
import { type FieldLine, type MappedFields, mappedFields } from '#domain/posting/field-mapping/mapped-fields.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import { findJob } from '#src/entities/job/find-job.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { readRows, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';

type Read = {
  readonly job: JobRow;
  readonly mapped: Record<MapKind, AtsValueRow | null>;
  readonly mappedOf: ReturnType<typeof mappedOf>;
};

/** What lines make of a job of this device, named by its ID. Null while none is found. It needs no connection. */
export function useMappingPreview(
  target: TargetRow,
  lines: readonly FieldLine[],
  named: string,
): (MappedFields & { job: JobRow }) | null {
  const { today, pay, statuses } = useRuleGrounds();
  const watched = useWatched(
    `field mapping ${target.id} ${named}`,
    (store) => readJob(store, target.id, named),
    ({ changes }) => changes.some(({ collection }) => ['job', 'mapValue', 'atsValue'].includes(collection)),
  );
  if (!watched.ready || !watched.value) return null;
  const around = { today, pay: pay && paySetupOf(pay), ...(statuses && { statuses }) };
  return { ...mappedFields(lines, { ...watched.value, around, dates: dateForm(target.typeId) }), job: watched.value.job };
}

async function readJob(store: Store, targetId: number, named: string): Promise<Read | null> {
  const job = named.trim() === '' ? undefined : await findJob(store, named);
  if (!job) return null;
  const ids = mapKinds.flatMap((kind) => job[mapFields[kind].value] ?? []);
  const values = new Map((await readRows(store, 'mapValue', ids)).flatMap((row) => (row ? [[row.id, row] as const] : [])));
  const listed = (await scan(store, 'atsValue')).filter((row) => row.targetId === targetId);
  const atsOf = (kind: MapKind, id: string) => listed.find((row) => row.kind === kind && row.extId === id) ?? null;
  const mappedTo = (kind: MapKind) => {
    const mapping = mappingOf(job, kind, values);
    return mapping && atsOf(kind, mapping.id);
  };
  const mapped = Object.fromEntries(mapKinds.map((kind) => [kind, mappedTo(kind)])) as Read['mapped'];
  return { job, mapped, mappedOf: mappedOf(values, atsOf) };
}
