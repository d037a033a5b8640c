import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import './staging.css';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { viewLabels } from '#domain/job-list/staging-views.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import type { JobActionKey } from '#domain/staging/job-actions.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { jobColumns } from '#src/entities/job/job-columns.tsx';
import { jobPresets } from '#src/entities/job/job-layouts.ts';
import { NearNote } from '#src/entities/job/near-note.tsx';
import { SinceYouLeft } from '#src/entities/job/since-you-left.tsx';
import { useMapPicker } from '#src/entities/mapping/use-map-picker.tsx';
import { useRuleCard } from '#src/entities/rule/use-rule-card.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { BulkBar } from '#src/ui/grid/bulk-bar.tsx';
import { ColumnChooser } from '#src/ui/grid/column-chooser.tsx';
import { Grid } from '#src/ui/grid/grid.tsx';
import type { GridHandle } from '#src/ui/grid/model/grid-props.ts';
import type { SortKey } from '#src/ui/grid/model/grid-source.ts';
import { nothingSelected } from '#src/ui/grid/model/selection.ts';
import { allRows } from '#src/ui/list/pager.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';
import { QueryBar } from '#src/ui/query/query-bar.tsx';
import { noneWaiting } from '#src/workers/grid/lines/held-rows.ts';
import type { Wish } from './actions/sheet.ts';
import { JobCards } from './cards/job-cards.tsx';
import { type CardContext, cellCard } from './cell-cards.tsx';
import { FilterButton } from './filter/filter-button.tsx';
import { createFirstRow } from './first-row.ts';
import { panelWidth } from './grid-settings.ts';
import { MineButton } from './mine-button.tsx';
import { NewJobs } from './new-jobs.tsx';
import { JobPanel } from './panel/job-panel.tsx';
import { type JobTab, useJobTab } from './panel/use-job-tab.ts';
import { PostSheet } from './posting/post-sheet.tsx';
import { StagingBar, TargetChoice } from './staging-bar.tsx';
import { StagingEmpty } from './staging-empty.tsx';
import { StagingStatus } from './staging-status.tsx';
import { useGridLayout } from './use-grid-layout.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useJobActions } from './use-job-actions.tsx';
import { usePaletteActions } from './use-palette-actions.ts';
import { useSelection } from './use-selection.ts';
import { type Staging as StagingState, useStaging } from './use-staging.ts';
import { useStagingKeys } from './use-staging-keys.ts';
import { useViewParts } from './views/use-view-parts.tsx';

const FilterPanel = lazy(() => import('./filter/filter-panel.tsx').then((m) => ({ default: m.FilterPanel })));
const ActionSheet = lazy(() => import('./action-sheet.tsx').then((m) => ({ default: m.ActionSheet })));

/** A free search also looks for its words in these fields. */
const wordFields = ['facility', 'specialty', 'city', 'providerJobId'];

/** The staging grid: every collected job, to map, decide on and post in one place. */
export function Staging() {
  const desk = useDesk();
  const { staging, look, chosen, query, toGrid } = desk;
  const { address, go } = staging;
  const views = useViewParts(staging, look, desk.columns);
  return (
    <div className="staging">
      <StagingBar
        target={staging.target}
        onTarget={(targetId) => go({ targetId })}
        views={views}
        density={look.density}
        onDensity={look.setDensity}
        choosing={desk.choosing}
        onChoose={() => desk.setChoosing(!desk.choosing)}
      />
      <div className="staging-query">
        <QueryBar
          text={address.query}
          onText={(text) => go({ query: text })}
          schema={staging.schema}
          valuesOf={staging.valuesOf}
          wordFields={wordFields}
          label="Query"
          onLeave={toGrid}
          inputRef={query}
        />
        <FilterButton isOpen={desk.filtering} onToggle={desk.toggleFilter} />
        <MineButton query={address.query} onQuery={(text) => go({ query: text })} schema={staging.schema} />
        <NearNote near={staging.news?.near ?? null} />
        <NewJobs held={desk.held} />
        {views.state}
        <SinceYouLeft show={(query) => staging.open('all', query)} />
      </div>
      <div className="staging-main" onFocus={desk.held.onFocus} onBlur={desk.held.onBlur}>
        <JobsGrid desk={desk} />
        <Side desk={desk} />
      </div>
      <StagingStatus staging={staging} selected={chosen.selection.ids.size} firstRow={desk.firstRow} />
      {desk.picker.node}
      {desk.rule.node}
      {views.dialog}
    </div>
  );
}

type Desk = ReturnType<typeof useDesk>;

/** The state that the parts of the screen share. */
function useDesk() {
  const staging = useStaging();
  const look = useGridLayout(staging.saved.saved);
  const [choosing, setChoosing] = useState(false);
  const [filtering, setFiltering] = useState(false);
  const [wish, setWish] = useState<Wish | null>(null);
  const [tab, setTab] = useJobTab();
  const [firstRow] = useState(createFirstRow);
  const grid = useRef<GridHandle>(null);
  const query = useRef<HTMLInputElement>(null);
  const toGrid = () => grid.current?.focus();
  const panel = useOpenPanel();
  const openJob = panel.open?.kind === 'job' ? Number(panel.open.id) : null;
  const chosen = useSelection(staging);
  const picker = useMapPicker(staging.target, toGrid);
  const toggleFilter = () => {
    if (!filtering) {
      setChoosing(false);
      setWish(null);
      if (openJob !== null) panel.close();
    }
    setFiltering(!filtering);
  };
  const openPanel = (id: number, at?: JobTab) => {
    setWish(null);
    setFiltering(false);
    // Moving from job to job keeps the tab.
    if (at !== undefined || openJob === null) setTab(at ?? 'Summary');
    panel.show('job', id);
  };
  const { act, changes } = useJobActions({ ...staging, select: chosen.select }, (next) => {
    const [id] = next.ids;
    if (next.key === 'testRule' && id !== undefined) return openPanel(id, 'Rules');
    if (openJob !== null) panel.close();
    setFiltering(false);
    setWish(next);
  });
  const keys = useStagingKeys({ staging, chosen, act, changes, picker, openPanel, openJob, query, grid });
  usePaletteActions({ chosen, openJob, act });
  useFirstPage(grid, staging);
  const held = useHeldRows(staging.client, staging.news?.waiting ?? noneWaiting);
  useReturnToGrid(grid, openJob !== null || wish !== null || choosing || filtering);
  const columns = useJobColumns(changes, staging.target);
  const shared = { staging, look, chosen, picker, rule: useRuleCard(), act, changes, keys, columns, grid, query, toGrid };
  return {
    ...shared,
    held,
    panel,
    openJob,
    openPanel,
    choosing,
    setChoosing,
    filtering,
    toggleFilter,
    wish,
    setWish,
    tab,
    setTab,
    firstRow,
  };
}

function JobsGrid({ desk }: { desk: Desk }) {
  const { staging, look, chosen, keys, act } = desk;
  const { selection } = chosen;
  const card = useCardContext(desk);
  const note = selection.all && (selection.all.of ? `all matching “${selection.all.of}”` : 'all in this view');
  const { rowCount } = staging.source;
  return (
    <div className="staging-grid" onPaste={(event) => pasted(event, (text) => void act('paste', [...selection.ids], text))}>
      {look.narrow && rowCount > 0 && (
        <JobCards
          source={staging.source}
          target={staging.target}
          selection={selection}
          onSelection={chosen.setSelection}
          onOpen={desk.openPanel}
          onAction={(key, ids) => void act(key, ids)}
          offersOf={chosen.offersOf}
          onMap={(...at) => void desk.picker.show(...at)}
        />
      )}
      {look.narrow && rowCount === 0 && <StagingEmpty staging={staging} />}
      {!look.narrow && (
        <Grid
          gridRef={desk.grid}
          label="Staged jobs"
          source={staging.source}
          columns={desk.columns}
          layout={look.layout}
          onLayout={look.setLayout}
          {...orderProps(staging)}
          selection={selection}
          onSelection={chosen.setSelection}
          hiddenSelected={chosen.hidden}
          onSelectAll={() => void chosen.selectAll()}
          onKey={keys.key}
          onPart={keys.part}
          onOpen={(row) => desk.openPanel(row.id)}
          card={(part, row, column) => cellCard(part, row, column, card)}
          onFilterBy={keys.filterBy}
          tone={keys.tone}
          readOnly={look.narrow}
          letters={keys.letters}
          empty={<StagingEmpty staging={staging} />}
          covered={selection.ids.size > 0 ? 64 : 0}
          onVisible={desk.firstRow.set}
        />
      )}
      <BulkBar
        selected={selection.ids.size}
        hidden={chosen.hidden}
        note={note}
        actions={chosen.actions}
        counting={chosen.counting}
        onAction={(key) => void act(key as JobActionKey, [...selection.ids])}
        onClear={() => chosen.setSelection(() => nothingSelected)}
      />
    </div>
  );
}

/** A block that is pasted onto the rows, not into an input among them. */
function pasted(event: React.ClipboardEvent, paste: (text: string) => void): void {
  const text = event.clipboardData.getData('text/plain');
  if (text.trim() === '' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  paste(text);
}

const orderProps = ({ sort, groups, orders, go }: StagingState) => ({
  sort,
  onSort: (sort: readonly SortKey[]) => go({ sort }),
  group: groups.grouping.keys,
  onGroup: (group: readonly string[]) => go({ group }),
  onOpenGroup: groups.turn,
  onOpenRow: orders.turn,
});

/** The panel beside the grid: its columns, a post to check, or one job. */
function Side({ desk }: { desk: Desk }) {
  const { staging, look, chosen, columns, changes, act, picker, openJob, wish, panel } = desk;
  const { target, client, source } = staging;
  const close = () => desk.setWish(null);
  const done = () => chosen.setSelection(() => nothingSelected);
  const [width, setWidth] = useSetting(panelWidth);
  const pages = { width, onWidth: setWidth, onMap: (...at: Parameters<typeof picker.show>) => void picker.show(...at), changes };
  return (
    <>
      {desk.choosing && (
        <ColumnChooser
          columns={columns}
          layout={look.layout}
          onLayout={look.setLayout}
          presets={jobPresets}
          onClose={() => desk.setChoosing(false)}
        />
      )}
      {desk.filtering && <FilterSide desk={desk} width={width} onWidth={setWidth} />}
      {wish?.key === 'post' && target && (
        <PostSheet
          {...pages}
          ids={wish.ids}
          target={target}
          client={client}
          version={source.version}
          onDone={done}
          onClose={close}
        />
      )}
      {wish && wish.key !== 'post' && (
        <Suspense>
          <ActionSheet
            {...pages}
            key={`${wish.key} ${wish.ids.join()} ${wish.text ?? ''}`}
            wish={wish}
            target={target}
            client={client}
            onDone={done}
            onClose={close}
          />
        </Suspense>
      )}
      {openJob !== null && !wish && (
        <JobPanel
          {...pages}
          columns={columns}
          id={openJob}
          target={target}
          tab={desk.tab}
          onTab={desk.setTab}
          onAction={(key, ids) => void act(key, ids)}
          onClose={panel.close}
        />
      )}
    </>
  );
}

/** The filter beside the grid. */
function FilterSide({ desk, width, onWidth }: { desk: Desk; width: number; onWidth: (width: number) => void }) {
  const { address, go, schema, target, isWhole, source } = desk.staging;
  return (
    <Suspense>
      <FilterPanel
        query={address.query}
        onQuery={(query) => go({ query })}
        schema={schema}
        view={viewLabels[address.view]}
        count={isWhole ? source.dataCount : null}
        onAll={address.view === 'all' ? null : () => go({ view: 'all' })}
        targets={<TargetChoice label target={target} onTarget={(targetId) => go({ targetId })} />}
        width={width}
        onWidth={onWidth}
        onClose={desk.toggleFilter}
      />
    </Suspense>
  );
}

/** The columns for this user, rebuilt only when their content changes. */
function useJobColumns(changes: Changes, target: TargetRow | null) {
  const format = useFormat();
  const names = useFieldNames();
  // Cells show ages in days. The time is rounded to minutes, so that cells do not render for nothing.
  const nowMs = Math.floor(useNow() / 60_000) * 60_000;
  const { may } = useSession();
  return useMemo(
    () =>
      jobColumns({
        format,
        names,
        nowMs,
        mayEdit: may('rates.edit'),
        isNeeded: (kind) => neededKinds(target).includes(kind),
        mayMap: (kind) => may('map.all') || may(kind === 'specialty' ? 'map.degree' : `map.${kind}`),
        onEdit: (edit) => void changes.make('job.edit.v1', edit, () => `${names.of(edit.field)} saved`),
      }),
    [format, names, nowMs, may, changes, target],
  );
}

function useCardContext({ staging: { target }, changes, rule }: Desk): CardContext {
  const format = useFormat();
  const names = useFieldNames();
  const nowMs = useNow();
  const { may } = useSession();
  return { target, format, names, nowMs, changes, mayEdit: may('rates.edit'), onRule: rule.show };
}

/** When the last panel closes, its cell has the focus again, so that the next key acts on the same job. */
function useReturnToGrid(grid: React.RefObject<GridHandle | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    // Runs after the panel has given the focus back to an element that may be gone, or show another job by now.
    const handle = () => grid.current;
    return () => queueMicrotask(() => handle()?.focus());
  }, [grid, isOpen]);
}

/** Rows per page in the documented grid. */
const pageRows = 20;

/** Without pages, `/staging/3` shows the first row of the documented page 3, once the rows are there. */
function useFirstPage(grid: React.RefObject<GridHandle | null>, { page, pages, news }: StagingState): void {
  const [gone, setGone] = useState(1);
  const scrolls = pages.paging.size === allRows;
  if (scrolls && (news?.ready ?? false) && page !== gone) {
    setGone(page);
    queueMicrotask(() => grid.current?.goTo((page - 1) * pageRows));
  }
}
