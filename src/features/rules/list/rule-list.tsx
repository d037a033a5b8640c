import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { actionLabel, actionTypes } from '#src/entities/rule/action-types.ts';
import { RuleBadges } from '#src/entities/rule/rule-badges.tsx';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { type PagedList, usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { RunRulesButton } from '../runs/rule-runs.tsx';
import { CopyRule, useCopyTargets } from './copy-rule.tsx';
import { TestRule } from './test-rule.tsx';
import { useRuleActions } from './use-rule-actions.ts';
import '../draft/rules.css';

const pageSizes = [20, 50, 100, 200];

/** A rule with the columns that the list shows, searches and filters in addition to the rule's own. */
type Line = StoredRule & { readonly sentence: string; readonly field: string };

const col = columnsOf<Line>();
const columns = [
  col('name', 'Rule', { cell: (rule) => rule.name }),
  col('sentence', 'What it does', { cell: ({ sentence }) => <span className="rule-sentence">{sentence}</span> }),
  col('actionType', 'Action', { cell: ({ actionType }) => actionLabel(actionType) }),
  col('active', 'Status', { cell: (rule) => <RuleBadges rule={rule} /> }),
  col('ord', 'Order', { align: 'end' }),
  col('at', 'Last edited', {
    cell: ({ at, by }) => (
      <span>
        <Ago at={at} /> <span className="muted">{by}</span>
      </span>
    ),
  }),
];

const yesNo = (rule: boolean, value: string) => rule === (value === 'yes');

/** Business rules in the order in which they run. Deleted rules have their own list. */
export function RuleList() {
  const deleted = useLocation().pathname.toLowerCase().endsWith('/showdeleted');
  const { may } = useSession();
  const { ready, rows } = useRules();
  const { labels } = useFieldNames();
  const { offered, dialogs } = useRowActions(deleted);
  const lines = rows.flatMap((rule): Line[] => {
    if (rule.deleted !== deleted) return [];
    const field = rule.fieldId === null ? '' : (rule.variable ?? labelOfField(labels)(rule.fieldId));
    return [{ ...rule, sentence: sentenceText(ruleSentence(rule, labelOfField(labels))), field }];
  });
  const list = usePagedList(ready ? lines : undefined, {
    sort: 'ord',
    sizes: pageSizes,
    searchIn: ['name', 'sentence', 'source', 'operand', 'id'],
    filters: {
      field: (rule, value) => rule.field === value,
      action: (rule, value) => String(rule.actionType) === value,
      active: (rule, value) => yesNo(rule.active, value),
      admins: (rule, value) => yesNo(rule.adminsOnly, value),
      table: (rule, value) => yesNo(rule.table !== null, value),
      export: (rule, value) => yesNo(rule.runOnExport, value),
      global: (rule, value) => yesNo(rule.global, value),
    },
  });
  const add = may('rules.write') && !deleted && (
    <Button component={Link} to={pathTo('/custrules/:id?', { id: 'new' })}>
      Add rule
    </Button>
  );
  return (
    <ListPage
      dialogs={dialogs}
      title={deleted ? 'Deleted rules' : 'Business rules'}
      noun="rule"
      list={list}
      actions={
        <>
          {add}
          {!deleted && rows.length > 0 && <RunRulesButton />}
          <Link to={deleted ? pathTo('/custrules/:id?') : pathTo('/custrules/showdeleted')}>
            {deleted ? 'All rules' : 'Deleted rules'}
          </Link>
        </>
      }
      filters={<Filters list={list} lines={lines} />}
      firstUse={<FirstUse deleted={deleted}>{add}</FirstUse>}
    >
      <DataTable
        list={list}
        label="Rules"
        columns={columns}
        rowKey={(rule) => rule.ref ?? rule.id}
        openPath={(rule) => pathTo('/custrules/:id?', { id: rule.id })}
        control={(rule) => rowActions(rule, offered(rule))}
      />
    </ListPage>
  );
}

/** Row actions of the list, with the dialogs that they open. */
function useRowActions(deleted: boolean) {
  const { may } = useSession();
  const actions = useRuleActions();
  const testable = may('rules.test') && !deleted;
  const copyable = useCopyTargets().length > 0 && !deleted;
  const [copied, setCopied] = useState<StoredRule | null>(null);
  const [tested, setTested] = useState<StoredRule | null>(null);
  return {
    offered: (rule: StoredRule): readonly RowAction<StoredRule>[] => [
      ...(testable ? [{ label: 'Test on a job…', run: async () => setTested(rule) }] : []),
      ...(copyable && rule.id > 0 ? [{ label: 'Copy to customers…', run: async () => setCopied(rule) }] : []),
      ...actions.of(rule),
    ],
    dialogs: (
      <>
        {tested && <TestRule rule={tested} onClose={() => setTested(null)} />}
        {copied && <CopyRule rule={copied} onClose={() => setCopied(null)} />}
      </>
    ),
  };
}

function FirstUse({ deleted, children }: { deleted: boolean; children: React.ReactNode }) {
  if (deleted) return <EmptyState kind="done" title="No deleted rules" />;
  return (
    <EmptyState kind="first-use" title="No rules yet">
      <p>
        A rule changes jobs as they are collected or posted: a rate, a date, a hold, or anything your agency does manually today.
      </p>
      {children}
    </EmptyState>
  );
}

const yesOrNo = (yes: string, no: string) => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

function Filters({ list, lines }: { list: PagedList<Line>; lines: readonly Line[] }) {
  const fields = [...new Set(lines.map(({ field }) => field))].filter(Boolean).sort();
  const actions = Object.entries(actionTypes).map(([value, { label }]) => ({ value, label }));
  return (
    <>
      <ListFilter list={list} name="field" label="Field" choices={fields.map((value) => ({ value, label: value }))} />
      <ListFilter list={list} name="action" label="Action" choices={actions} />
      <ListFilter list={list} name="active" label="Status" choices={yesOrNo('Active', 'Inactive')} />
      <ListFilter list={list} name="export" label="Runs on" choices={yesOrNo('On export', 'On data collection')} />
      <ListFilter list={list} name="table" label="Type" choices={yesOrNo('Table rules', 'Other rules')} />
      <ListFilter list={list} name="admins" label="Edited by" choices={yesOrNo('Admins only', 'Everyone')} />
      <ListFilter list={list} name="global" label="Scope" choices={yesOrNo('All customers', 'This customer')} />
    </>
  );
}

const rowActions = (rule: StoredRule, offered: readonly RowAction<StoredRule>[]) => (
  <RowActions row={rule} name={rule.name} actions={offered} />
);
