import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, TargetRow } from '#contract/rows/rows.ts';
import { mapFields, mapKinds, mappingOf, twinIds, valuesAt } from '#domain/jobs/mapping-of.ts';
import { paySetupOf } from '#domain/pay/pay.ts';
import { dateForm } from '#domain/posting/field-mapping/kind-lines.ts';
import { type FieldLine, type FlexValue, type MappedFields, mappedFields } from '#domain/posting/field-mapping/mapped-fields.ts';
import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { flexValues } from '#domain/posting/flex-mapping/flex-values.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import { findJob } from '#src/entities/job/find-job.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { readRow, readRows, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';

type Read = {
  readonly job: JobRow;
  readonly mapped: Record<MapKind, AtsValueRow | null>;
  readonly mappedOf: ReturnType<typeof mappedOf>;
  readonly flexMapping: FlexMapping | null;
};

/** What lines make of a job of this device, named by its ID. Null while none is found. It needs no connection. */
export function useMappingPreview(
  target: TargetRow,
  lines: readonly FieldLine[],
  named: string,
): (MappedFields & { job: JobRow; flex: readonly FlexValue[] }) | null {
  const { today, pay, statuses } = useRuleGrounds();
  const watched = useWatched(
    `field mapping ${target.id} ${named}`,
    (store) => readJob(store, target, named),
    ({ changes }) => changes.some(({ collection }) => ['job', 'mapValue', 'atsValue', 'flexMapping'].includes(collection)),
  );
  if (!watched.ready || !watched.value) return null;
  const { flexMapping, ...read } = watched.value;
  const dates = dateForm(target.typeId);
  const flex = flexValues(read.job, flexMapping, dates);
  const around = { today, pay: pay && paySetupOf(pay), ...(statuses && { statuses }) };
  return { ...mappedFields(lines, { ...read, around, dates, flex }), flex, job: read.job };
}

async function readJob(store: Store, target: TargetRow, named: string): Promise<Read | null> {
  const targetId = target.id;
  const job = named.trim() === '' ? undefined : await findJob(store, named);
  if (!job) return null;
  const ids = mapKinds.flatMap((kind) => job[mapFields[kind].value] ?? []);
  const texts = (await readRows(store, 'mapValue', ids)).filter((row) => row !== undefined);
  const twins = (await readRows(store, 'mapValue', twinIds(target, texts))).filter((row) => row !== undefined);
  const values = valuesAt(target, new Map([...texts, ...twins].map((row) => [row.id, row])));
  const listed = (await scan(store, 'atsValue')).filter((row) => row.targetId === targetId);
  const atsOf = (kind: MapKind, id: string) => listed.find((row) => row.kind === kind && row.extId === id) ?? null;
  const mappedTo = (kind: MapKind) => {
    const mapping = mappingOf(job, kind, values);
    return mapping && atsOf(kind, mapping.id);
  };
  const mapped = Object.fromEntries(mapKinds.map((kind) => [kind, mappedTo(kind)])) as Read['mapped'];
  const stored = await readRow(store, 'flexMapping', targetId);
  const flexMapping = stored && !stored.purged ? stored : null;
  return { job, mapped, flexMapping, mappedOf: mappedOf(values, atsOf) };
}
