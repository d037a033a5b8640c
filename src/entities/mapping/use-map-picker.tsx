import { type ReactNode, useEffect, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { mapFields, mappingOf } from '#domain/jobs/mapping-of.ts';
import { type Changes, useChanges } from '#src/entities/change/use-changes.ts';
import { readRow } from '#src/store/rows.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { counted } from '#src/ui/format/format.ts';
import type { Spot } from '#src/ui/grid/anchored.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { jobsMappedBy, openJobs, openPostedJobs } from '#src/workers/grid/job-columns.ts';
import type { MapEffect } from '#src/workers/grid/map-queue.ts';
import { gridClientOf } from '#src/workers/store-workers.ts';
import { MapPicker, type MapScope } from './map-picker.tsx';
import type { Choice } from './use-candidates.ts';
import { useGroupChoices } from './use-group-choices.ts';
import { useMatchClient } from './use-match-client.ts';

type Open = {
  readonly spot: Spot;
  readonly kind: MapKind;
  readonly job: JobRow;
  readonly value: MapValueRow | null;
  readonly effect: MapEffect;
};

/** A screen's only map picker. Opens at a cell and maps the job's text, or only the job. */
export function useMapPicker(target: TargetRow | null, onClosed: () => void) {
  const { store } = useLocalStore();
  const changes = useChanges();
  const [open, setOpen] = useState<Open | null>(null);
  useWarm(target?.id ?? null);
  useGroupChoices(target?.id ?? null);

  const show = async (jobId: number, kind: MapKind, spot: Spot): Promise<void> => {
    if (!target) return void toast.warning({ title: 'No targets to map to', detail: 'Connect one under Post to, Targets.' });
    const job = await readRow(store, 'job', jobId);
    if (!job) return;
    const valueId = job[mapFields[kind].value];
    const value = valueId === null ? undefined : await readRow(store, 'mapValue', valueId);
    const hanging = value ? [openJobs, openPostedJobs].map((jobs) => jobsMappedBy(kind, value.id, jobs)) : [];
    const [open = 0, posted = 0] = await gridClientOf(store).counts(hanging);
    setOpen({ spot, kind, job, value: value ?? null, effect: { openJobs: open, postedJobs: posted } });
  };

  const close = () => {
    setOpen(null);
    onClosed();
  };

  let node: ReactNode = null;
  if (open && target) {
    const { kind, job, value } = open;
    const override = job[mapFields[kind].own];
    const values = new Map(value ? [[value.id, value]] : []);
    node = (
      <MapPicker
        key={`${kind}${job.id}`}
        spot={open.spot}
        kind={kind}
        targetId={target.id}
        targetName={target.name}
        sourceName={job.source}
        sought={value ?? soughtOf(job, kind)}
        // If the vendor sent no such text, only the job itself can be mapped.
        scopes={value ? ['text', 'job'] : ['job']}
        overridden={override !== null}
        currentId={mappingOf(job, kind, values)?.id ?? null}
        effect={open.effect}
        onClose={close}
        onPick={(choice, scope) => {
          close();
          void pick(changes, { ...open, unit: unitOf(job, kind, target) }, choice, scope);
        }}
      />
    );
  }
  return { show, node, isOpen: open !== null };
}

/** The matcher needs a moment to read its lists the first time. Load them before a user waits for it. */
function useWarm(targetId: number | null): void {
  const client = useMatchClient();
  useEffect(() => {
    if (targetId === null) return;
    const timer = setTimeout(() => void client.search(targetId, 'facility', '', 1).catch(() => undefined), warmAfterMs);
    return () => clearTimeout(timer);
  }, [client, targetId]);
}
const warmAfterMs = 2_000;

/** A job without such a vendor text is matched by its own text and place. */
const soughtOf = (job: JobRow, kind: MapKind) => ({
  kind,
  text: job[kind] ?? '',
  within: kind === 'specialty' ? job.degree : null,
  address: job.address,
  city: job.city,
  state: job.state,
  zip: job.zip,
});

/** The other text that is mapped together with this one, if the target's specialties depend on degrees [S5]. */
function unitOf(job: JobRow, kind: MapKind, target: TargetRow): readonly number[] {
  if (!target.specialtyDependsOnDegree) return [];
  const other = kind === 'specialty' ? job.degreeValueId : kind === 'degree' ? job.specialtyValueId : null;
  return other === null ? [] : [other];
}

async function pick(
  changes: Changes,
  { kind, job, value, effect, unit }: Open & { readonly unit: readonly number[] },
  choice: Choice | null,
  scope: MapScope,
): Promise<void> {
  const mappedId = choice?.ats.extId ?? null;
  const to = choice ? `mapped to ${choice.ats.name}` : 'unmapped';
  if (scope === 'job' || !value) {
    await changes.make('job.map.v1', { id: job.id, kind, mappedId }, () => `The ${kind} of ${job.providerJobId} is ${to}`);
    return;
  }
  const certainty = choice?.suggestion?.certainty ?? null;
  await changes.make(
    'value.map.v1',
    { ids: [value.id], mappedId, certainty, ...(unit.length > 0 && { unit: [...unit] }) },
    () => `${value.text} is ${to}: ${counted(effect.openJobs, 'open job')}`,
  );
}
