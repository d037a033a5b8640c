import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { type MapValues, mapFields, mapKinds, valuesAt } from '#domain/jobs/mapping-of.ts';
import { readRows } from '#src/store/rows.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { gridClientOf } from '#src/workers/store-workers.ts';

type Read = {
  /** The distinct texts whose mapping the job shares, by id. */
  readonly values: ReadonlyMap<number, MapValueRow>;
  /** Name of an ATS value that the job is, or could be, mapped to; the id if the ATS no longer lists it. */
  readonly nameOf: (kind: MapKind, id: string) => string;
};

/** `shown`: the mappings that count for the target. */
type JobValues = Read & { readonly shown: MapValues };

const nothing: Read = { values: new Map(), nameOf: (_, id) => id };

/** The mappings of a job's texts and of their twins, kept up to date. Names are those of the target's lists. */
export function useJobValues(job: JobRow, target: TargetRow | null): JobValues {
  const ids = mapKinds.map((kind) => job[mapFields[kind].value]).filter((id) => id !== null);
  const overrides = mapKinds.flatMap((kind): [MapKind, string][] => {
    const own = job[mapFields[kind].own];
    return own === null ? [] : [[kind, own]];
  });
  const watched = useWatched(
    JSON.stringify(['values', job.id, ids, overrides, target?.id, target?.mapsItself]),
    async (store): Promise<Read> => {
      const texts = (await readRows(store, 'mapValue', ids)).filter((row) => row !== undefined);
      const twins = texts.flatMap((row) => Object.values(row.twins ?? {}));
      const rows = [...texts, ...(await readRows(store, 'mapValue', twins)).filter((row) => row !== undefined)];
      const own = target?.mapsItself === true ? target.id : undefined;
      const seen = own === undefined ? texts : rows.filter(({ targetId }) => targetId === own);
      const wanted = [
        ...(own === undefined ? overrides : []),
        ...seen.flatMap(({ kind, mappedId, suggestedId }) => named(kind, mappedId, suggestedId)),
      ];
      const names = await gridClientOf(store).atsNames(
        wanted.map(([kind, id]) => (own === undefined ? [kind, id] : [kind, id, own])),
      );
      const byId = new Map(wanted.map(([kind, id], i) => [`${kind}/${id}`, names[i] ?? id]));
      return { values: new Map(rows.map((row) => [row.id, row])), nameOf: (kind, id) => byId.get(`${kind}/${id}`) ?? id };
    },
    ({ changes }) => changes.some(({ collection }) => collection === 'mapValue' || collection === 'atsValue'),
  );
  const read = watched.ready ? watched.value : nothing;
  return { ...read, shown: target ? valuesAt(target, read.values) : read.values };
}

const named = (kind: MapKind, ...ids: (string | null)[]): [MapKind, string][] =>
  ids.filter((id) => id !== null).map((id) => [kind, id]);
