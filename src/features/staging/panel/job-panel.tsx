import { Button, Menu, Tabs } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { type MapValues, mapFields, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { OtherOrder } from '#domain/same-order/other-orders.ts';
import { type JobActionKey, jobAction, offeredActions } from '#domain/staging/job-actions.ts';
import { RowWork } from '#src/entities/change/row-work.tsx';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { useSameOrders } from '#src/entities/job/use-same-orders.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useFlexMapping } from '#src/entities/posting/use-flex-mapping.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { CompareOrders } from '../same-orders/compare-orders.tsx';
import { SameOrders } from '../same-orders/same-orders.tsx';
import { BelowFloorNote } from './below-floor-note.tsx';
import { JobAttachments } from './job-attachments.tsx';
import { JobDescription } from './job-description.tsx';
import { JobHistory } from './job-history.tsx';
import { JobMapping } from './job-mapping.tsx';
import { JobOrigin } from './job-origin.tsx';
import { JobPosting } from './job-posting.tsx';
import { JobRules } from './job-rules.tsx';
import { JobSummary } from './job-summary.tsx';
import { type JobTab, jobTabs } from './use-job-tab.ts';
import { useJobValues } from './use-job-values.ts';
import type { JobWays } from './way-out.tsx';

const JobSubmissions = lazy(() => import('../submissions/job-submissions.tsx').then((m) => ({ default: m.JobSubmissions })));
const JobNotes = lazy(() => import('../notes/job-notes.tsx').then((m) => ({ default: m.JobNotes })));

type JobPanelProps = JobWays & {
  readonly id: number;
  readonly target: TargetRow | null;
  readonly changes: Changes;
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly onClose: () => void;
  readonly tab: JobTab;
  readonly onTab: (tab: JobTab) => void;
  /** The grid's columns: a field that can be edited there can be edited in the panel. */
  readonly columns: readonly GridColumn[];
};

/** One job beside the grid. */
export function JobPanel(props: JobPanelProps) {
  const { ready, row } = useRow('job', props.id);
  const title = row ? `${row.providerJobId} · ${row.title ?? row.facility ?? 'Job order'}` : 'Job';
  return (
    <SidePanel title={title} onClose={props.onClose} width={props.width} onWidth={props.onWidth}>
      {!ready && <Waiting />}
      {ready && !row && <EmptyState kind="no-match" title="This job isn’t on this device" />}
      {row && <JobTabs {...props} job={row} />}
    </SidePanel>
  );
}

function JobTabs(props: JobPanelProps & { readonly job: JobRow }) {
  const { job, target, tab, onTab } = props;
  const { values, shown } = useJobValues(job, target);
  const sameOrders = useSameOrders(job.id);
  const [comparing, setComparing] = useState(false);
  const unmapped = (target ? neededKinds(target) : []).filter((kind) => mappingOf(job, kind, shown) === null).length;
  const counts: Partial<Record<JobTab, number>> = {
    Notes: job.noteCount,
    Mapping: unmapped,
    Submissions: job.submissions,
    Attachments: job.attachments,
  };
  const { may } = useSession();
  const names = useFieldNames();
  const tabs = jobTabs.filter((name) => name !== 'Submissions' || may('submissions.use'));
  return (
    <>
      <Actions {...props} values={values} others={sameOrders.orders} />
      <RowWork rows={rowsOf(job)} />
      <Tabs
        value={tabs.includes(tab) ? tab : 'Summary'}
        onChange={(name) => onTab((name ?? 'Summary') as JobTab)}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} {...((counts[name] ?? 0) > 0 && { rightSection: counts[name] })}>
              {name === 'Description' ? names.of('description', 'Description') : name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TabPanels {...props} job={job} sameOrders={sameOrders} onCompare={() => setComparing(true)} />
      </Tabs>
      {comparing && (
        <CompareOrders
          id={job.id}
          target={target}
          changes={props.changes}
          onPost={(id) => props.onAction('post', [id])}
          onClose={() => setComparing(false)}
        />
      )}
    </>
  );
}

type TabPanelsProps = JobPanelProps & {
  readonly job: JobRow;
  readonly sameOrders: ReturnType<typeof useSameOrders>;
  readonly onCompare: () => void;
};

type JobValues = ReturnType<typeof useJobValues>;

/** The name in the ATS of what each field is mapped to; null where it is not mapped. */
function mappedNames(job: JobRow, values: MapValues, nameOf: JobValues['nameOf']): Record<MapKind, string | null> {
  const nameOfMapped = (kind: MapKind): string | null => {
    const mapping = mappingOf(job, kind, values);
    return mapping && nameOf(kind, mapping.id);
  };
  return Object.fromEntries(mapKinds.map((kind) => [kind, nameOfMapped(kind)])) as Record<MapKind, string | null>;
}

function TabPanels(props: TabPanelsProps) {
  const { job, target, onTab, sameOrders, onCompare } = props;
  const { may } = useSession();
  const { values, shown, nameOf } = useJobValues(job, target);
  const atsOf = (kind: MapKind, id: string) => ({ extId: id, name: nameOf(kind, id) });
  return (
    <>
      <Tabs.Panel value="Summary">
        <SameOrders found={sameOrders} onCompare={onCompare} />
        <BelowFloorNote job={job} onAction={props.onAction} />
        <JobSummary
          job={job}
          mapped={mappedNames(job, shown, nameOf)}
          mappedOf={mappedOf(shown, atsOf)}
          columns={props.columns}
        />
      </Tabs.Panel>
      <Tabs.Panel value="Notes">
        <Suspense fallback={<Waiting />}>
          <JobNotes key={job.id} jobId={job.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="Description">
        <JobDescription job={job} />
      </Tabs.Panel>
      <Tabs.Panel value="Mapping">
        <JobMapping job={job} values={values} nameOf={nameOf} target={target} onMap={props.onMap} />
      </Tabs.Panel>
      <Tabs.Panel value="Rules">
        <JobRules job={job} onReapply={may('rules.test') ? () => props.onAction('reapply', [job.id]) : null} />
      </Tabs.Panel>
      <Tabs.Panel value="Posting">
        <JobPosting
          job={job}
          values={values}
          nameOf={nameOf}
          target={target}
          others={sameOrders.orders}
          onAction={props.onAction}
          onMap={props.onMap}
          onCompare={onCompare}
        />
      </Tabs.Panel>
      <Tabs.Panel value="Submissions">
        <Suspense fallback={<Waiting />}>
          <JobSubmissions key={job.id} job={job} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="History">
        <JobHistory job={job} columns={props.columns} onPosting={() => onTab('Posting')} />
      </Tabs.Panel>
      <Tabs.Panel value="Origin">
        <JobOrigin job={job} />
      </Tabs.Panel>
      <Tabs.Panel value="Attachments">
        <JobAttachments job={job} />
      </Tabs.Panel>
    </>
  );
}

type ActionsProps = JobPanelProps & {
  readonly job: JobRow;
  readonly values: ReturnType<typeof useJobValues>['values'];
  readonly others: readonly OtherOrder[];
};

/** The job and the texts whose mapping it shares: a change to any of them affects this job. */
const rowsOf = (job: JobRow) => [
  `job/${job.id}`,
  ...mapKinds.flatMap((kind) => {
    const id = job[mapFields[kind].value];
    return id === null ? [] : [`mapValue/${id}`];
  }),
];

/** The actions on this job. A disabled action shows its reason; those that show first what they would do are in the menu. */
function Actions({ job, target, values, others, onAction }: ActionsProps) {
  const { may } = useSession();
  const { floor } = useRateFloor();
  const flex = useFlexMapping(target?.id);
  const offered = offeredActions(job, { target, values, floor, flex, others, may });
  const isExplained = (key: JobActionKey) => key === 'post' || (key === 'submit' && may('submissions.use'));
  const shown = offered.filter(({ action, offered }) => offered || isExplained(action));
  const isRare = (key: JobActionKey) => rare.has(key) || (key !== 'post' && jobAction(key).asks === 'sheet');
  return (
    <div className="job-actions">
      {shown
        .filter(({ action }) => !isRare(action))
        .map(({ action, offered, why }) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'post' && offered ? 'filled' : 'default'}
            disabled={!offered}
            {...(why && { 'data-tip': why })}
            onClick={() => onAction(action, [job.id])}
          >
            {action === 'post' && target?.posting === 'dryRun' ? 'Check (dry run)' : labelOfOne(action)}
          </Button>
        ))}
      <MoreActions
        keys={shown.flatMap(({ action }) => (isRare(action) ? [action] : []))}
        onAction={(key) => onAction(key, [job.id])}
      />
    </div>
  );
}

/** These have their buttons beside the sentence about the rate floor. */
const rare: ReadonlySet<JobActionKey> = new Set(['acceptRate', 'requireFloor']);

/** The label of an action on a single job. */
const labelOfOne = (key: JobActionKey): string => jobAction(key).label.replace('orders', 'order');

function MoreActions({
  keys,
  onAction,
}: {
  readonly keys: readonly JobActionKey[];
  readonly onAction: (key: JobActionKey) => void;
}) {
  if (keys.length === 0) return null;
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {keys.map((key) => {
          const { look, shortcut } = jobAction(key);
          return (
            <Menu.Item
              key={key}
              {...(look === 'danger' && { color: 'var(--danger)' })}
              {...(shortcut && { rightSection: <kbd>{shortcut}</kbd> })}
              onClick={() => onAction(key)}
            >
              {labelOfOne(key)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
