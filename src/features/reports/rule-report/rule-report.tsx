import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { actionLabel } from '#src/entities/rule/action-types.ts';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

/** The columns of the documented report. */
type Line = {
  readonly id: number;
  readonly name: string;
  readonly action: string;
  readonly ord: number;
  readonly active: boolean;
  readonly table: boolean;
  readonly onExport: boolean;
  readonly editedAt: string;
  readonly description: string;
};

const col = columnsOf<Line>();
const columns = [
  col('name', 'Rule'),
  col('id', 'ID', { align: 'end' }),
  col('action', 'Action'),
  col('ord', 'Order', { align: 'end' }),
  col('active', 'Active'),
  col('table', 'Table rule'),
  col('onExport', 'On export'),
  col('editedAt', 'Last edited', { cell: ({ editedAt }) => <Ago at={editedAt} /> }),
  col('description', 'Description', { cell: ({ description }) => <span className="rule-sentence">{description}</span> }),
];

/** Every rule of the customer with a description. Reads this device's data, so it works offline. */
export function RuleReport() {
  const { ready, rows } = useRules();
  const lines = rows.flatMap((rule): Line[] =>
    rule.deleted
      ? []
      : [
          {
            id: rule.id,
            name: rule.name,
            action: actionLabel(rule.actionType),
            ord: rule.ord,
            active: rule.active,
            table: rule.table !== null,
            onExport: rule.runOnExport,
            editedAt: rule.at,
            description: sentenceText(ruleSentence(rule)),
          },
        ],
  );
  const list = usePagedList(ready ? lines : undefined, {
    sort: 'ord',
    sizes: [50, 100, 200, 500],
    searchIn: ['name', 'description', 'action'],
    filters: { active: (line, value) => line.active === (value === 'yes') },
  });
  return (
    <ListPage
      title="Rule report"
      noun="rule"
      list={list}
      actions={<ExportButton title="Rule report" list={list} columns={columns} />}
      filters={
        <ListFilter
          list={list}
          name="active"
          label="Status"
          choices={[
            { value: 'yes', label: 'Active' },
            { value: 'no', label: 'Inactive' },
          ]}
        />
      }
    >
      <DataTable list={list} label="Rules" columns={columns} rowKey={({ id }) => id} openPath={({ id }) => `/custrules/${id}`} />
    </ListPage>
  );
}
