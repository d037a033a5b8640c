import { useEffect, useState } from 'react';
import type { FieldConflict } from '#contract/commands/commands.ts';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import type { Row } from '#src/store/tables/tables.ts';
import type { Format } from '#src/ui/format/create-format.ts';
import { blank, counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { jobsMappedBy, openJobs } from '#src/workers/grid/job-columns.ts';
import { bitLabel, type ConflictLine, kindOf, type Side } from './conflict-lines.ts';

/** The labels of a conflict's values, and how many open jobs a choice moves. */
export type ConflictLabels = {
  readonly value: (command: string, conflict: FieldConflict, value: unknown, row: Row | undefined) => string;
  /** Null if a choice moves no other job. */
  readonly moves: (line: ConflictLine, side: Side) => string | null;
};

type Known = { readonly names: ReadonlyMap<string, string>; readonly jobs: ReadonlyMap<number, number> };
const nothing: Known = { names: new Map(), jobs: new Map() };

/** The worker provides the names of mapped values and the counts of jobs. Until then, ids are shown. */
export function useConflictLabels(lines: readonly ConflictLine[], rows: ReadonlyMap<string, Row>): ConflictLabels {
  const client = useGridClient();
  const format = useFormat();
  const [known, setKnown] = useState(nothing);
  const ids = lines.flatMap((line) => idsIn(line, rows.get(`${line.collection}/${line.id}`)));
  const texts = lines.flatMap((line) => textIn(line, rows.get(`${line.collection}/${line.id}`)));
  const asked = JSON.stringify([ids, texts]);
  useEffect(() => {
    let stale = false;
    const [wanted, of] = JSON.parse(asked) as [[MapKind, string][], [MapKind, number][]];
    const read = async () => {
      const names = await client.atsNames(wanted);
      const jobs = await client.counts(of.map(([kind, id]) => jobsMappedBy(kind, id, openJobs)));
      if (stale) return;
      setKnown({
        names: new Map(wanted.map(([kind, id], i) => [`${kind}/${id}`, names[i] ?? id])),
        jobs: new Map(of.map(([, id], i) => [id, jobs[i] ?? 0])),
      });
    };
    // ignore: the worker died; ids are shown until the dialog is opened again
    read().catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [client, asked]);
  return {
    value(command, conflict, value, row) {
      const kind = kindOf(conflict, row);
      if (kind !== null && typeof value === 'string') return known.names.get(`${kind}/${value}`) ?? value;
      return bitLabel(command, conflict.field, value) ?? plainText(conflict.field, value, format);
    },
    moves(line, side) {
      const jobs = line.collection === 'mapValue' ? known.jobs.get(line.id) : undefined;
      if (jobs === undefined) return null;
      return side === 'mine'
        ? `moves ${counted(jobs, 'open job')}`
        : `${counted(jobs, 'open job')} ${jobs === 1 ? 'stays' : 'stay'}`;
    },
  };
}

function idsIn({ fields }: ConflictLine, row: Row | undefined): [MapKind, string][] {
  return fields.flatMap((conflict) => {
    const kind = kindOf(conflict, row);
    if (kind === null) return [];
    const now = (row as Record<string, unknown> | undefined)?.[conflict.field];
    return [conflict.seen, conflict.wanted, conflict.now, now].flatMap((id): [MapKind, string][] =>
      typeof id === 'string' ? [[kind, id]] : [],
    );
  });
}

function textIn({ collection, id }: ConflictLine, row: Row | undefined): [MapKind, number][] {
  if (collection !== 'mapValue' || !row) return [];
  return [[(row as unknown as MapValueRow).kind, id]];
}

function plainText(field: string, value: unknown, format: Format): string {
  if (value === null || value === undefined || value === '') return blank;
  if (typeof value === 'number') return /rate|fee$/i.test(field) ? format.money(value) : format.number(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return JSON.stringify(value);
  return field.endsWith('Date') ? format.localDate(value) : value;
}
