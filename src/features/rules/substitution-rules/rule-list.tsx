import type { SubstitutionRuleRow } from '#contract/rows/rule-rows.ts';
import { substitutions } from '#domain/rules/substitute.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import type { SubstitutionLists } from '#src/entities/substitution/substitution-lists.ts';
import type { VendorText } from '#src/entities/substitution/use-vendor-texts.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { RuleForm } from './rule-form.tsx';
import { describePattern } from './rule-words.ts';

/** The documented sizes; 10000 means all. */
const sizes = [10_000, 50, 100, 200, 300];

type Line = { row: SubstitutionRuleRow; rule: string; name: string; how: string; hits: number };
const col = columnsOf<Line>();
const columns = [
  col('rule', 'Vendor text', { cell: ({ rule }) => <code>{rule}</code> }),
  col('how', 'Match'),
  col('name', 'Replaced with', { cell: ({ name }) => <strong>{name}</strong> }),
  col('hits', 'VMS values', { align: 'end' }),
];

type Props = { lists: SubstitutionLists; texts: readonly VendorText[] | null };

/** Substitution rules, each with the number of vendor texts that it matches. */
export function RuleList({ lists, texts }: Props) {
  const changes = useChanges();
  const list = usePagedList(
    lists.rules.map((row) => lineOf(row, lists.targets, texts)),
    { sort: 'rule', sizes, searchIn: ['rule', 'name'], filters: { name: (line, name) => line.name === name } },
  );
  const editor = useEditor(RuleForm, { lists, texts });
  const remove = ({ row: { id, ref } }: Line) =>
    changes.make('substitutionRule.remove.v1', { id, ref }, () => 'Substitution rule removed');
  const names = lists.targets.map(({ name }) => ({ value: name, label: name }));
  return (
    <>
      <div className="page-tools">
        <ListFilter list={list} name="name" label="Name" choices={names} />
        <div className="page-actions">
          <ExportButton title="Substitution rules" list={list} columns={columns} />
          {!lists.readOnly && editor.add('Add rule', null)}
        </div>
      </div>
      <ListBody list={list} noun="rule">
        <DataTable
          list={list}
          label="Substitution rules"
          columns={columns}
          rowKey={({ row }) => row.ref ?? row.id}
          {...(!lists.readOnly && {
            actions: [
              { label: 'Edit', run: ({ row }: Line) => editor.open(row) },
              { label: 'Remove', run: remove },
            ],
          })}
        />
      </ListBody>
      {editor.dialog}
    </>
  );
}

function lineOf(row: SubstitutionRuleRow, targets: SubstitutionLists['targets'], texts: readonly VendorText[] | null): Line {
  const { text, whole } = describePattern(row.rule);
  const [running] = substitutions([row], targets);
  const how = [whole ? 'whole words' : 'anywhere', row.caseSensitive ? 'case-sensitive' : ''].filter(Boolean).join(', ');
  const hits = texts?.filter((one) => running?.matches(one.text)).length ?? 0;
  return { row, rule: text, name: running?.name ?? '', how, hits };
}
