import { lazy, Suspense, useEffect, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { mapRight } from '#domain/commands/kit/map-right.ts';
import { mapFields, twinIds } from '#domain/jobs/mapping-of.ts';
import type { MapEffect } from '#domain/mapping/table/map-rows.ts';
import { type Changes, useChanges } from '#src/entities/change/use-changes.ts';
import { useAddFacility } from '#src/entities/facility-add/use-add-facility.tsx';
import { useFeedbackOptOut } from '#src/entities/feedback/feedback-opt-out.ts';
import type { RejectedMapping } from '#src/entities/feedback/use-mapping-feedback.ts';
import { useSession } from '#src/entities/session/session.ts';
import { readRow, readRows } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { counted } from '#src/ui/format/format.ts';
import type { Spot } from '#src/ui/grid/anchored.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { jobsMappedBy, openJobs, openPostedJobs } from '#src/workers/grid/job-columns.ts';
import { gridClientOf } from '#src/workers/store-workers.ts';
import { MapPicker, type MapPickerProps, type MapScope } from './map-picker.tsx';
import type { Choice } from './use-candidates.ts';
import { useGroupChoices } from './use-group-choices.ts';
import { useMatchClient } from './use-match-client.ts';

type Open = {
  readonly spot: Spot;
  readonly kind: MapKind;
  readonly job: JobRow;
  readonly value: MapValueRow | null;
  readonly effect: MapEffect;
  /** The job's degree for a specialty and the other way round, where the two are one. */
  readonly unit: readonly number[];
};

/** A screen's only map picker. Opens at a cell and maps the job's text, or only the job. */
export function useMapPicker(target: TargetRow | null, onClosed: () => void) {
  const { store } = useLocalStore();
  const changes = useChanges();
  const { may } = useSession();
  const [open, setOpen] = useState<Open | null>(null);
  const adding = useAddFacility(target, changes, onClosed);
  const feedback = useRejectedByAi(onClosed);
  useWarm(target?.id ?? null);
  useGroupChoices(target?.id ?? null);

  const show = async (jobId: number, kind: MapKind, spot: Spot): Promise<void> => {
    if (!target) return void toast.warning({ title: 'No targets to map to', detail: 'Connect one under Post to, Targets.' });
    const found = await openFor(store, jobId, kind, target);
    if (found && target.mapsItself === true && !found.value)
      return void toast.warning({
        title: `Nothing to map to ${target.name} yet`,
        detail: `${target.name} maps by vendors’ texts. Its rows are made in the background; without a text, write one into the job.`,
      });
    if (found) setOpen({ ...found, spot });
  };
  const close = () => {
    setOpen(null);
    onClosed();
  };
  return {
    show,
    node: (
      <>
        {open && target && (
          <JobPicker
            open={open}
            target={target}
            mayAdd={may(mapRight.facility)}
            onAdd={(scope) => {
              setOpen(null);
              adding.show({ job: open.job, valueId: scope === 'text' ? (open.value?.id ?? null) : null });
            }}
            onClose={close}
            onPick={(choice, scope) => {
              close();
              const made = pick(changes, open, choice, scope);
              void made.then((isMade) => isMade && feedback.ask(open, choice, scope));
            }}
          />
        )}
        {adding.node}
        {feedback.node}
      </>
    ),
    isOpen: open !== null,
  };
}

/** What the picker shows about a job; null if the job is gone. */
async function openFor(store: Store, jobId: number, kind: MapKind, target: TargetRow): Promise<Omit<Open, 'spot'> | null> {
  const job = await readRow(store, 'job', jobId);
  if (!job) return null;
  const valueId = job[mapFields[kind].value];
  const text = valueId === null ? undefined : await readRow(store, 'mapValue', valueId);
  const hanging = text ? [openJobs, openPostedJobs].map((jobs) => jobsMappedBy(kind, text.id, jobs)) : [];
  const isApart = target.mapsItself === true && text?.targetId !== target.id;
  const twin = isApart ? text?.twins?.[target.id] : undefined;
  const value = isApart ? twin && (await readRow(store, 'mapValue', twin)) : text;
  const [open = 0, posted = 0] = await gridClientOf(store).counts(hanging);
  const others = unitOf(job, kind, target);
  const rows = isApart ? (await readRows(store, 'mapValue', others)).filter((row) => row !== undefined) : [];
  const unit = isApart ? twinIds(target, rows) : others;
  return { kind, job, value: value || null, unit, effect: { openJobs: open, postedJobs: posted } };
}

type JobPickerProps = Pick<MapPickerProps, 'onPick' | 'onClose'> & {
  readonly open: Open;
  readonly target: TargetRow;
  readonly mayAdd: boolean;
  readonly onAdd: (scope: MapScope) => void;
};

function JobPicker({ open, target, mayAdd, onAdd, ...does }: JobPickerProps) {
  const { spot, kind, job, value, effect } = open;
  // An override says nothing to a target that maps for itself.
  const own = target.mapsItself === true ? null : job[mapFields[kind].own];
  return (
    <MapPicker
      key={`${kind}${job.id}`}
      spot={spot}
      kind={kind}
      targetId={target.id}
      targetName={target.name}
      sourceName={job.source}
      sought={value ?? soughtOf(job, kind)}
      // If the vendor sent no such text, only the job itself can be mapped.
      scopes={target.mapsItself === true ? ['text'] : value ? ['text', 'job'] : ['job']}
      overridden={own !== null}
      currentId={own ?? value?.mappedId ?? null}
      effect={effect}
      onAdd={kind === 'facility' && mayAdd ? onAdd : null}
      {...does}
    />
  );
}

const FeedbackDialog = lazy(() =>
  import('#src/entities/feedback/mapping-feedback.tsx').then((m) => ({ default: m.MappingFeedbackDialog })),
);

/** Asks what was wrong when the user replaces or removes a mapping that AI made, unless the user wants no such questions. */
function useRejectedByAi(onClosed: () => void) {
  const [rejected, setRejected] = useState<{ readonly text: string; readonly of: RejectedMapping } | null>(null);
  const { optedOut } = useFeedbackOptOut();
  return {
    ask({ job, value }: Open, choice: Choice | null, scope: MapScope): void {
      if (optedOut || !value || !rejectsAi(value, choice?.ats.extId ?? null, scope)) return;
      setRejected({ text: value.text, of: { valueId: value.id, jobId: job.id } });
    },
    node: rejected && (
      <Suspense>
        <FeedbackDialog
          {...rejected}
          onClose={() => {
            setRejected(null);
            onClosed();
          }}
        />
      </Suspense>
    ),
  };
}

/** A job that goes back to its text's mapping rejects nothing. */
const rejectsAi = (value: MapValueRow, mappedId: string | null, scope: MapScope): boolean =>
  value.how === 'ai' && value.mappedId !== null && value.mappedId !== mappedId && !(scope === 'job' && mappedId === null);

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

/** Makes the change. False if nothing was changed. */
async function pick(
  changes: Changes,
  { kind, job, value, effect, unit }: Open,
  choice: Choice | null,
  scope: MapScope,
): Promise<boolean> {
  const mappedId = choice?.ats.extId ?? null;
  const to = choice ? `mapped to ${choice.ats.name}` : 'unmapped';
  if (scope === 'job' || !value) {
    const args = { id: job.id, kind, mappedId };
    const { done } = await changes.make('job.map.v1', args, () => `The ${kind} of ${job.providerJobId} is ${to}`);
    return done.length > 0;
  }
  const certainty = choice?.suggestion?.certainty ?? null;
  const { done } = await changes.make(
    'value.map.v1',
    { ids: [value.id], mappedId, certainty, ...(unit.length > 0 && { unit: [...unit] }) },
    () => `${value.text} is ${to}: ${counted(effect.openJobs, 'open job')}`,
  );
  return done.length > 0;
}
