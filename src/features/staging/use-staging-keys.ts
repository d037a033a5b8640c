import type { KeyboardEvent, RefObject } from 'react';
import { MapKind } from '#contract/rows/rows.ts';
import { numberIn, textIn } from '#domain/job-list/cell-texts.ts';
import { has } from '#domain/jobs/flags.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import { type JobActionKey, jobAction, shownActions } from '#domain/staging/job-actions.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { unlikelyBelow } from '#src/entities/mapping/unlikely-choice.tsx';
import type { useMapPicker } from '#src/entities/mapping/use-map-picker.tsx';
import { singleKeys } from '#src/entities/session/device-settings.ts';
import { spotOf } from '#src/ui/grid/anchored.tsx';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { At, GridHandle } from '#src/ui/grid/model/grid-props.ts';
import type { RowView } from '#src/ui/grid/model/grid-source.ts';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import type { JobTab } from './panel/use-job-tab.ts';
import type { useSelection } from './use-selection.ts';
import type { Staging } from './use-staging.ts';

type KeyOptions = {
  readonly staging: Staging;
  readonly chosen: ReturnType<typeof useSelection>;
  readonly act: (key: JobActionKey, ids: readonly number[]) => Promise<void>;
  readonly changes: Changes;
  readonly picker: ReturnType<typeof useMapPicker>;
  readonly openPanel: (id: number, at?: JobTab) => void;
  readonly openJob: number | null;
  readonly query: RefObject<HTMLInputElement | null>;
  readonly grid: RefObject<GridHandle | null>;
};

/** Keys and clicks of the staging grid. */
export function useStagingKeys(options: KeyOptions) {
  const { changes, query, staging } = options;
  const [letters] = useSetting(singleKeys);
  const undo = () => void changes.undoLast();
  useHotkeys([
    { keys: '/', words: 'Query', group: 'Staging', run: () => query.current?.focus() },
    { keys: 'mod+z', words: 'Undo the last change', group: 'Staging', run: undo, enabled: () => !isTyping() },
    {
      keys: 'j',
      words: 'Next job in the panel',
      group: 'Staging',
      run: () => void step(options, 1),
      enabled: () => options.openJob !== null,
    },
    {
      keys: 'k',
      words: 'Previous job in the panel',
      group: 'Staging',
      run: () => void step(options, -1),
      enabled: () => options.openJob !== null,
    },
  ]);
  return {
    letters,
    key: (event: KeyboardEvent, at: At) => pressed(options, event, at, letters),
    part: (part: string, at: At) => clicked(options, part, at),
    filterBy: (column: GridColumn, row: RowView | null, exclude: boolean) => {
      const next = filterText(column, row, exclude);
      if (next === null) return;
      staging.go({ query: `${staging.address.query} ${next}`.trim() });
      // Wait until the menu has returned the focus to the grid.
      if (row === null) setTimeout(() => query.current?.focus());
    },
    tone: (row: RowView) => `${tone(row)}${row.id === options.openJob ? ' is-open' : ''}`,
  };
}

const isTyping = (): boolean => document.activeElement instanceof HTMLInputElement && document.activeElement.type !== 'checkbox';

/** Hidden and canceled rows are muted. */
function tone(row: RowView): string {
  const chgMap = numberIn(row, 'chgMap') ?? 0;
  if (has(chgMap, 'manuallyCancelled') || textIn(row, 'status') === 'Cancelled') return ' is-quiet is-cancelled';
  return has(chgMap, 'hidden') ? ' is-quiet' : '';
}

function pressed(options: KeyOptions, event: KeyboardEvent, at: At, letters: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Escape') return false;
  if (event.key !== 'Backspace' && !letters) return false;
  const action = actionOf(event.key, at.row);
  if (action) void options.act(action, jobAction(action).forOne ? [at.row.id] : idsFor(options, at));
  return action !== null || otherKey(options, event.key, at);
}

function otherKey(options: KeyOptions, key: string, at: At): boolean {
  switch (key) {
    case 'e':
      options.openPanel(at.row.id);
      return true;
    case 'm':
      clicked(options, 'map', at);
      return true;
    case 'a':
      accept(options, at);
      return true;
    case 'u':
      void options.changes.undoLast();
      return true;
    default:
      return false;
  }
}

/** The action of a key. Of two with the same key (hide, show), the focused job decides. */
function actionOf(key: string, row: RowView): JobActionKey | null {
  const [first, other] = shownActions.filter((action) => jobAction(action).shortcut === key);
  if (first === undefined) return null;
  return other !== undefined && has(numberIn(row, 'chgMap') ?? 0, 'hidden') ? other : first;
}

/** The selected jobs, or the focused one if none is selected. */
const idsFor = ({ chosen }: KeyOptions, at: At): readonly number[] =>
  chosen.selection.ids.size > 0 ? [...chosen.selection.ids] : [at.row.id];

function clicked({ picker, openPanel, staging }: KeyOptions, part: string, at: At): void {
  if (part === 'sync' || part === 'states') return openPanel(at.row.id);
  if (part === 'rule') return openPanel(at.row.id, 'Rules');
  if (part !== 'map' && part !== 'map-degree') return;
  const kind = part === 'map-degree' ? 'degree' : mapKindAt(at, staging);
  if (kind) void picker.show(at.row.id, kind, spotOf(at.element.closest('[data-col]') ?? at.element));
}

/** The kind of the focused column; in other columns, and where a mapped one shows another kind, the first that must be mapped. */
function mapKindAt({ column, row }: At, { target }: Staging): MapKind {
  const isMissing = (kind: MapKind) => textIn(row, `${kind}Name`) === null;
  const missing = mapKinds.find((kind) => isMissing(kind) && neededKinds(target).includes(kind));
  const own = MapKind.safeParse(column?.key);
  if (!own.success) return missing ?? 'facility';
  return own.data === 'specialty' && missing === 'degree' && !isMissing('specialty') ? 'degree' : own.data;
}

/** Accepts the suggestion. An unlikely one opens the picker, which asks a second time. */
function accept(options: KeyOptions, at: At): void {
  const { changes } = options;
  const kind = mapKindAt(at, options.staging);
  const key = textIn(at.row, `${kind}Key`);
  const name = textIn(at.row, `${kind}Suggestion`);
  if (!key?.startsWith('v') || name === null) return;
  if ((numberIn(at.row, `${kind}Certainty`) ?? 0) < unlikelyBelow) return clicked(options, 'map', at);
  const text = textIn(at.row, kind) ?? '';
  void changes.make('value.accept.v1', { ids: [Number(key.slice(1))] }, () => `${text} is mapped to ${name}`);
}

/** A query part for the cell: "state:CA". Without a row, only the field, so that the user can type the value. */
function filterText(column: GridColumn, row: RowView | null, exclude: boolean): string | null {
  const key = column.sortBy;
  if (!key) return null;
  const minus = exclude ? '-' : '';
  if (row === null) return `${key}:`;
  const cell = row.get(key);
  if (cell === null || typeof cell === 'object') return `${minus}${key}:""`;
  if (typeof cell === 'boolean') return `${minus}${key}:${cell ? 'yes' : 'no'}`;
  const text = String(cell).slice(0, key.endsWith('At') ? 10 : undefined);
  return `${minus}${key}:${/^[\w.-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`}`;
}

/** Moves the panel and the grid to the next shown job. */
async function step({ staging, openJob, openPanel, grid }: KeyOptions, by: 1 | -1): Promise<void> {
  if (openJob === null) return;
  const at = await staging.source.positionOf(openJob);
  const next = at < 0 ? 0 : at + by;
  if (next < 0 || next >= staging.source.rowCount) return;
  const from = by > 0 ? next : Math.max(0, next - mostGroupLines);
  const ids = Array.from(await staging.source.ids(from, by > 0 ? next + mostGroupLines : next + 1));
  // The lines of groups are passed over.
  const found = by > 0 ? ids.findIndex((id) => id > 0) : ids.findLastIndex((id) => id > 0);
  const id = ids[found];
  if (id === undefined) return;
  grid.current?.goTo(from + found);
  openPanel(id);
}

/** Most lines of closed groups that a step passes over. */
const mostGroupLines = 500;
