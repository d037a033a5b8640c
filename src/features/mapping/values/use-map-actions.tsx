import { type ReactNode, useState } from 'react';
import type { MapKind } from '#contract/rows/rows.ts';
import { mapFields } from '#domain/jobs/mapping-of.ts';
import { standsThere } from '#domain/posting/receipts.ts';
import type { Condition } from '#domain/query/condition.ts';
import { type Changes, useChanges } from '#src/entities/change/use-changes.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { effectOf } from '#src/entities/mapping/effect.ts';
import { MapPicker } from '#src/entities/mapping/map-picker.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import type { Spot } from '#src/ui/grid/anchored.tsx';
import type { BulkAction } from '#src/ui/grid/bulk-bar.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';
import { cautious } from './caution.tsx';
import { mapFailure } from './map-failure.ts';
import type { MapFrame } from './use-map-frame.ts';

type Rows = readonly MapTableRow[];
type Action = {
  readonly key: string;
  readonly label: string;
  readonly look?: 'main';
  readonly fits: (row: MapTableRow) => boolean;
  /** Why the action leaves out the other rows. */
  readonly others: string;
  readonly run: (rows: Rows) => Promise<boolean>;
};

export type MapActions = {
  /** The actions for rows, each with the number of rows it applies to. */
  readonly forRows: (rows: Rows) => readonly BulkAction[];
  /** Applies the action to the rows that it fits. False if no row fits, the user cancels, or the picker opens instead. */
  readonly act: (key: string, rows: Rows) => Promise<boolean>;
  /** Opens the picker to map all rows to one value. */
  readonly pick: (rows: Rows, spot: Spot) => void;
  readonly picker: ReactNode;
};

/** Actions of the mapping table. Each is one undo step and works offline. */
export function useMapActions(frame: MapFrame): MapActions {
  const changes = useChanges();
  const client = useGridClient();
  const { may } = useSession();
  const [open, setOpen] = useState<{ rows: Rows; spot: Spot } | null>(null);
  const pick = (rows: Rows, spot: Spot) => setOpen({ rows, spot });
  const all = [...valueActions(changes, frame.kind), ...(may('map.all') ? [unbindAction(changes, client, frame.kind)] : [])];
  const mapAction: Action = {
    key: 'map',
    label: 'Map to one value…',
    look: 'main',
    fits: () => true,
    others: '',
    run: async (rows) => {
      pick(rows, middleOfWindow());
      return false;
    },
  };
  const actions = [mapAction, ...all];
  return {
    pick,
    forRows: (rows) => actions.map((action) => bulkOf(action, rows)),
    async act(key, rows) {
      const action = actions.find((one) => one.key === key);
      const fitting = action ? rows.filter(action.fits) : [];
      return action !== undefined && fitting.length > 0 && action.run(fitting);
    },
    picker: open && <TablePicker {...open} frame={frame} changes={changes} onClose={() => setOpen(null)} />,
  };
}

function bulkOf({ key, label, look, fits, others }: Action, rows: Rows): BulkAction {
  const allowed = rows.filter(fits).length;
  const left = rows.length - allowed;
  return { key, label, ...(look && { look }), allowed, blocked: left > 0 ? `${left.toLocaleString('en-US')} ${others}` : null };
}

const idsOf = (rows: Rows) => rows.map(({ id }) => id);
const texts = (count: number) => counted(count, 'value');

function valueActions(changes: Changes, kind: MapKind): readonly Action[] {
  const careful = (action: string, rows: Rows, accepting: boolean) =>
    cautious({ ...effectOf(rows), action: `${action} ${texts(rows.length)}`, unmaps: !accepting, accepting });
  return [
    {
      key: 'accept',
      label: 'Accept suggestion',
      fits: ({ value }) => value.suggestedId !== null && value.mappedId === null,
      others: 'have no suggestion',
      async run(rows) {
        if (!(await careful('Accept the suggestions for', rows, true))) return false;
        await changes.makeForAll('value.accept.v1', idsOf(rows), {}, (count) => `${texts(count)} mapped as suggested`);
        return true;
      },
    },
    {
      key: 'unmap',
      label: 'Remove mapping',
      fits: ({ value }) => value.mappedId !== null,
      others: 'are not mapped',
      async run(rows) {
        if (!(await careful('Remove the mapping of', rows, false))) return false;
        const none = { mappedId: null, certainty: null };
        await changes.makeForAll(
          'value.map.v1',
          idsOf(rows),
          none,
          (count) => `${texts(count)} unmapped`,
          mapFailure(kind, true),
        );
        return true;
      },
    },
    ...toggleActions(changes),
  ];
}

function toggleActions(changes: Changes): readonly Action[] {
  const ignore = (ignored: boolean, words: string) => async (rows: Rows) => {
    await changes.makeForAll('value.ignore.v1', idsOf(rows), { ignored }, (count) => `${texts(count)} ${words}`);
    return true;
  };
  const unique = (unique: boolean, words: string) => async (rows: Rows) => {
    await changes.makeForAll('value.unique.v1', idsOf(rows), { unique }, (count) => `${texts(count)} ${words}`);
    return true;
  };
  const isIgnored = ({ value }: MapTableRow) => value.ignored;
  const isUnique = ({ value }: MapTableRow) => value.unique;
  return [
    {
      key: 'unique',
      label: 'Mark unique',
      fits: (row) => row.value.mappedId !== null && !isUnique(row),
      others: 'are not mapped or are already unique',
      run: unique(true, 'marked unique'),
    },
    {
      key: 'common',
      label: 'Clear unique',
      fits: isUnique,
      others: 'are not unique',
      run: unique(false, 'no longer unique'),
    },
    {
      key: 'ignore',
      label: 'Ignore',
      fits: (row) => !isIgnored(row),
      others: 'are already ignored',
      run: ignore(true, 'ignored'),
    },
    { key: 'restore', label: 'Restore', fits: isIgnored, others: 'are not ignored', run: ignore(false, 'back in review') },
  ];
}

/** The most jobs that one action searches. */
const jobsAtMost = 10_000;

/** Clears the job-level overrides, so that the jobs follow the shared mapping of their text again. */
function unbindAction(changes: Changes, client: GridClient, kind: MapKind): Action {
  return {
    key: 'unbind',
    label: 'Clear job-level overrides',
    fits: () => true,
    others: '',
    async run(rows) {
      const ids = new Set(idsOf(rows));
      const carrying = await client.jobsWhere(mappedForThemselves(kind, rows), jobsAtMost);
      const bound = carrying.filter((job) => ids.has(job[mapFields[kind].value] ?? 0));
      if (bound.length === 0) {
        toast.info({ title: 'No job with this value has a mapping override' });
        return true;
      }
      const action = `Clear mapping overrides on ${counted(bound.length, 'job')}`;
      const open = bound.filter(({ status }) => status === 'Open');
      const effect = { openJobs: open.length, postedJobs: open.filter(({ posts }) => posts.some(standsThere)).length };
      if (!(await cautious({ ...effect, action, unmaps: false, accepting: false }))) return false;
      const jobIds = bound.map(({ id }) => id);
      await changes.makeForAll(
        'job.clearOverrides.v1',
        jobIds,
        {},
        (count) => `Mapping overrides cleared on ${counted(count, 'job')}`,
      );
      return true;
    },
  };
}

function mappedForThemselves(kind: MapKind, rows: Rows): Condition {
  const own: Condition = { kind: 'equals', column: `${kind}How`, text: 'job' };
  return { kind: 'all', of: [own, { kind: 'any', of: rows.map(({ text }) => ({ kind: 'equals', column: kind, text })) }] };
}

const middleOfWindow = (): Spot => ({ left: window.innerWidth / 2 - 210, top: 96, width: 420, height: 0 });

type TablePickerProps = {
  readonly rows: Rows;
  readonly spot: Spot;
  readonly frame: MapFrame;
  readonly changes: Changes;
  readonly onClose: () => void;
};

/** The picker of the table. The choice applies to every text it was opened for. */
function TablePicker({ rows, spot, frame: { kind, target }, changes, onClose }: TablePickerProps) {
  const [first] = rows;
  if (!first) return null;
  const what = rows.length === 1 ? first.text : texts(rows.length);
  return (
    <MapPicker
      spot={spot}
      kind={kind}
      targetId={target.id}
      targetName={target.name}
      sourceName={rows.length === 1 ? first.source : `and ${texts(rows.length - 1)} more`}
      sought={first.value}
      scopes={['text']}
      overridden={false}
      currentId={rows.length === 1 ? first.value.mappedId : null}
      effect={effectOf(rows)}
      onClose={onClose}
      onAdd={null}
      onPick={(choice) => {
        onClose();
        const action = choice ? `Map ${what} to ${choice.ats.name}` : `Leave ${what} unmapped`;
        const accepting = choice !== null && rows.every(({ value }) => value.mappedId === null);
        void cautious({ ...effectOf(rows), action, unmaps: choice === null, accepting }).then((go) => {
          // The certainty belongs to the first text only, so several texts are saved without one.
          const certainty = rows.length === 1 ? (choice?.suggestion?.certainty ?? null) : null;
          const args = { mappedId: choice?.ats.extId ?? null, certainty };
          const to = choice ? `mapped to ${choice.ats.name}` : 'unmapped';
          if (go) void changes.makeForAll('value.map.v1', idsOf(rows), args, () => `${what} ${to}`);
        });
      }}
    />
  );
}
