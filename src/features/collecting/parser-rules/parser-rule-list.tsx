import { Button } from '@mantine/core';
import { listParserRules, type ParserRuleRow, readMaxParserRule } from '#contract/collecting/parser-rules.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { firstTriggerId, newParserRule } from './parser-rule.ts';
import { ParserRuleForm } from './parser-rule-form.tsx';

const col = columnsOf<ParserRuleRow>();
const columns = [
  col('id', 'Number', { align: 'end' }),
  col('ruleType', 'Kind', {
    cell: ({ id }) => (id >= firstTriggerId ? <StateBadge tone="good">Trigger</StateBadge> : <span className="muted">Rule</span>),
    text: ({ id }) => (id >= firstTriggerId ? 'Trigger' : 'Rule'),
  }),
  col('pattern', 'Pattern', { cell: ({ pattern }) => <span className="mono">{pattern}</span> }),
  col('description', 'Description'),
  col('parserNames', 'Parsers'),
];

/** `/parserrules`: the rules of all parsers: triggers, and patterns that take a part of a text. */
export function ParserRuleList() {
  const rules = useReply(listParserRules, {});
  const newest = useReply(readMaxParserRule, {});
  const list = usePagedList(rules.reply, {
    from: rules,
    sort: 'id',
    searchIn: ['pattern', 'description', 'parserNames'],
    sizes: pagerSizes,
  });
  const isNew = (row: ParserRuleRow) => !(rules.reply ?? []).some(({ id }) => id === row.id);
  const editor = useEditor(ParserRuleForm, { isNew });
  const next = newest.reply;
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Parser rules"
      noun="rule"
      list={list}
      actions={
        next && (
          <>
            <Button variant="default" onClick={() => editor.open(newParserRule(next.trigger + 1))}>
              Add trigger
            </Button>
            {editor.add('Add rule', newParserRule(next.rule + 1))}
          </>
        )
      }
      firstUse={
        <EmptyState kind="first-use" title="No rules yet">
          <p>A rule takes a part of a text by a pattern. A trigger is a rule that chooses the parser of an email.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Parser rules"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ id }) => `rule ${id}`}
        actions={[editor.action('Edit')]}
      />
    </ListPage>
  );
}
