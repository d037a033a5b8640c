import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Label } from '#contract/system/labels.ts';
import { labeledKeyed, labeledWords } from '#domain/fields/label-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { CopyLabels } from './copy-labels.tsx';
import { LabelCell } from './label-cell.tsx';
import { type LabelChanges, useLabelChanges } from './use-label-changes.ts';
import { useLabelLines } from './use-label-lines.ts';
import { type SetChoices, useLabelSet } from './use-label-set.ts';
import { useOwnChanges } from './use-own-changes.ts';

const col = columnsOf<Label>();
const words: ReadonlySet<string> = new Set(labeledWords.map(({ key }) => key));
/** The documented modes: the fields of jobs, or the other words. */
const modes = [
  ['1', 'Job fields'],
  ['2', 'Other words'],
] as const;

/** `/labelConfig`: what fields and other words are called, by customer, kind of target or industry. */
export function LabelConfig() {
  const { administrator } = useSession();
  const { set, choices, name, address } = useLabelSet();
  const mode = useTab('mode', modes);
  const isOffline = useBlocked() !== undefined;
  const [copying, setCopying] = useState(false);
  const { lines, own, isOnDevice, from } = useLabelLines(set);
  const [ownChanges, otherChanges] = [useOwnChanges(own), useLabelChanges(set)];
  const changes = isOnDevice ? ownChanges : otherChanges;
  const rows = lines?.filter(({ key, fieldId }) => (mode[0] === '1' ? fieldId > 0 : words.has(key)));
  const list = usePagedList(rows, {
    ...(from && { from }),
    sort: 'fieldId',
    searchIn: ['value', 'plural', 'defaultValue', 'key'],
    filters: { own: ({ isCustomized }, value) => isCustomized === Number(value) },
    sizes: [50, 100, 300],
  });
  const columns = labelColumns({ isWords: mode[0] === '2', administrator, blocked: isOffline && !isOnDevice, changes });
  return (
    <ListPage
      title="Labels"
      noun="label"
      list={list}
      dialogs={
        copying && <CopyLabels to={set} name={name} choices={choices} labels={lines ?? []} onClose={() => setCopying(false)} />
      }
      filters={
        <>
          <TabRow label="Words" tabs={modes} tab={mode} />
          <SetFilters list={address} choices={choices} />
          <ListFilter list={list} name="own" label="Change" choices={owned} />
        </>
      }
      actions={
        <>
          <ExportButton title={`Labels of ${name}`} list={list} columns={columns} />
          {(administrator || choices.customer.length > 1) && (
            <Button size="xs" variant="default" disabled={isOffline} onClick={() => setCopying(true)}>
              Use labels…
            </Button>
          )}
        </>
      }
    >
      <DataTable
        key={JSON.stringify(set)}
        list={list}
        label={`Labels of ${name}`}
        columns={columns}
        rowKey={({ key }) => key}
        nameOf={({ value }) => value}
        actions={[{ label: 'Undo', run: changes.undo, when: ({ isCustomized }) => isCustomized === 1, online: !isOnDevice }]}
      />
    </ListPage>
  );
}

type ColumnsOf = {
  /** The words besides fields are on screen: two kinds of work may have one word, so each has its own name beside it. */
  readonly isWords: boolean;
  readonly administrator: boolean;
  readonly blocked: boolean;
  readonly changes: LabelChanges;
};

function labelColumns({ isWords, administrator, blocked, changes }: ColumnsOf) {
  const edited = (row: Label, what: string, value: string, onSave: (typed: string) => Promise<string | null>) => (
    <LabelCell
      label={`${what} of ${row.defaultValue}`}
      value={value}
      disabled={blocked}
      isOwn={row.isCustomized === 1}
      onSave={onSave}
    />
  );
  return [
    ...(isWords ? [col('key', 'Word', { cell: wordOf, text: wordOf })] : []),
    col('value', 'Label', {
      width: 260,
      cell: (row) => edited(row, 'Label', row.value, (typed) => changes.save(row, typed, null)),
    }),
    col('plural', 'Plural', {
      width: 260,
      cell: (row) => edited(row, 'Plural', row.plural, (typed) => changes.save(row, row.value, typed)),
    }),
    ...(administrator
      ? [
          col('defaultValue', 'Default', { cell: ({ defaultValue }) => <bdi className="muted">{defaultValue}</bdi> }),
          col('defaultPlural', 'Default plural', { hidden: true }),
        ]
      : []),
    col('isCustomized', 'Changed', { cell: ({ isCustomized }) => (isCustomized === 1 ? 'Yes' : '') }),
    col('fieldId', 'Number', { align: 'end', hidden: true }),
  ];
}

/** Whose labels are on screen: a customer's, those of a kind of target, or of an industry. */
function SetFilters({ list, choices }: { list: ReturnType<typeof useLabelSet>['address']; choices: SetChoices }) {
  const { administrator } = useSession();
  return (
    <>
      {choices.customer.length > 1 && <ListFilter list={list} name="customer" label="Customer" choices={choices.customer} />}
      {administrator && <ListFilter list={list} name="target" label="Target" choices={choices.target} />}
      {administrator && <ListFilter list={list} name="industry" label="Industry" choices={choices.industry} />}
    </>
  );
}

const wordOf = ({ key, defaultValue }: Label): string => labeledKeyed(key)?.default.one ?? defaultValue;

const owned = [
  { value: '1', label: 'Changed here' },
  { value: '0', label: 'Not changed here' },
];
