import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { refreshJobData } from '#contract/mapping/mapping-runs.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { mapRight } from '#domain/commands/kit/map-right.ts';
import { mapFields, mapKinds, mappingOf, textAt, valuesAt } from '#domain/jobs/mapping-of.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { CertaintyCard } from '#src/entities/mapping/certainty-card.tsx';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { type Spot, spotOf } from '#src/ui/grid/anchored.tsx';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';

type JobMappingProps = {
  readonly job: JobRow;
  readonly values: ReadonlyMap<number, MapValueRow>;
  readonly nameOf: (kind: MapKind, id: string) => string;
  readonly target: TargetRow | null;
  readonly onMap: (jobId: number, kind: MapKind, spot: Spot) => void;
};

/** The ATS value of each text of the job, with the reasons. */
export function JobMapping(props: JobMappingProps) {
  return (
    <div className="job-mapping">
      {props.target && (
        <div className="job-mapping-ways">
          <Recompute jobId={props.job.id} target={props.target} />
          <AskAi job={props.job} target={props.target} values={props.values} />
        </div>
      )}
      {mapKinds.map((kind) => (
        <KindCard key={kind} {...props} kind={kind} />
      ))}
    </div>
  );
}

/** Updates the suggestions of the job's texts, for example after the ATS's lists changed. */
function Recompute({ jobId, target }: { readonly jobId: number; readonly target: TargetRow }) {
  const { may } = useSession();
  const recompute = useDo(refreshJobData, {
    args: () => ({ jobId, targetId: target.id }),
    said: ({ changed, message }) => ({
      title: 'Suggestions recomputed',
      detail: changed === 0 ? 'Nothing changed: they were up to date' : message,
    }),
    failed: messages.notRefreshed,
  });
  if (!mapKinds.some((kind) => may(mapRight[kind]))) return null;
  return (
    <OnlineButton size="compact-xs" variant="default" onClick={() => void recompute(null)}>
      Recompute for this job
    </OnlineButton>
  );
}

const AiMapping = lazy(() => import('#src/entities/ai-mapping/ai-mapping.tsx').then((m) => ({ default: m.AiMapping })));

/** Shows what AI suggests for the job's texts. Certain suggestions are mapped at once; the user accepts or rejects the others. */
function AskAi({ job, target, values }: Pick<JobMappingProps, 'job' | 'values'> & { readonly target: TargetRow }) {
  const { may } = useSession();
  const [open, setOpen] = useState(false);
  const texts = mapKinds.flatMap((kind) => textAt(target, values, job[mapFields[kind].value] ?? 0)?.id ?? []);
  if (!may('map.ai') || texts.length === 0) return null;
  return (
    <>
      <OnlineButton size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        Ask AI…
      </OnlineButton>
      {open && (
        <Suspense>
          <AiMapping asked={{ targetId: target.id, texts, jobIds: [job.id] }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function KindCard({ job, values, nameOf, target, onMap, kind }: JobMappingProps & { readonly kind: MapKind }) {
  const names = useFieldNames();
  const valueId = job[mapFields[kind].value];
  const value = valueId === null ? undefined : target ? textAt(target, values, valueId) : values.get(valueId);
  const mapping = mappingOf(job, kind, target ? valuesAt(target, values) : values);
  const needed = target !== null && target !== undefined && neededKinds(target).includes(kind);
  return (
    <section className="card job-kind">
      <header>
        <h3>{names.of(kind)}</h3>
        {!needed && <span className="muted">not required by {target?.name ?? 'the target'}</span>}
        <Button size="compact-xs" variant="default" onClick={(event) => onMap(job.id, kind, spotOf(event.currentTarget))}>
          {mapping ? 'Change…' : 'Map…'}
        </Button>
      </header>
      <p>
        <span className="muted">{job[kind] ?? `No ${kind} given`}</span>
        {' → '}
        {mapping ? <b>{nameOf(kind, mapping.id)}</b> : <span className="job-unmapped">not mapped</span>}{' '}
        {mapping?.how === 'shared' && mapping.certainty !== null && <CertaintyPill value={mapping.certainty} />}
        {mapping?.how === 'job' && <span className="muted">for this job only</span>}
      </p>
      {!mapping && value?.suggestedId && (
        <p className="muted">
          Suggested: {nameOf(kind, value.suggestedId)} <CertaintyPill value={value.certainty} />
        </p>
      )}
      {target && value && mapping?.how !== 'job' && (value.mappedId ?? value.suggestedId) && (
        <details>
          <summary>Why</summary>
          <CertaintyCard valueId={value.id} targetId={target.id} />
        </details>
      )}
    </section>
  );
}
