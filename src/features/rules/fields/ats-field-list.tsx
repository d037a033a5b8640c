import type { ReactNode } from 'react';
import { type AtsField, listAtsFields } from '#contract/posting/ats-fields.ts';
import { TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { filtersByValue, ValueFilters } from '#src/ui/list/value-filters.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

const col = columnsOf<AtsField>();
const choicesOf = ({ picklistValues }: AtsField): string =>
  picklistValues.map(({ value, label }) => (value === label ? label : `${label} (${value})`)).join(', ');
const filtered = { type: 'Type' };
const columns = [
  col('label', 'Label'),
  col('name', 'Name'),
  col('type', 'Type'),
  col('length', 'Length', { align: 'end', cell: ({ length }) => length?.toLocaleString('en-US') ?? '—' }),
  col('picklistValues', 'Choices', { cell: choicesOf, text: choicesOf }),
];

/** The fields that a target’s ATS has for a job order, as the ATS describes them. */
export function AtsFieldList({ choice, tabs }: { readonly choice: TargetChoice; readonly tabs: ReactNode }) {
  const cust = useSession().customer.id;
  const answer = useReply(listAtsFields, { target: choice.target.id, cust });
  const list = usePagedList(answer.reply, {
    sort: 'label',
    sizes: [50, 100, 300],
    searchIn: ['label', 'name'],
    filters: filtersByValue(filtered),
    from: answer,
  });
  return (
    <ListPage
      title="Field definitions"
      noun="ATS field"
      list={list}
      filters={
        <>
          {tabs}
          {choice.targets.length > 1 && <TargetPick choice={choice} />}
          <ValueFilters list={list} rows={answer.reply} fields={filtered} />
        </>
      }
      actions={<ExportButton title={`Fields of ${choice.target.name}`} list={list} columns={columns} />}
    >
      <DataTable list={list} label="ATS fields" columns={columns} rowKey={({ name }) => name} />
    </ListPage>
  );
}
