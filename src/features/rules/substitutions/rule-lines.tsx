import { useState } from 'react';
import type { SubstitutionRuleRow } from '#contract/rows/rule-rows.ts';
import { substitutions } from '#domain/rules/substitute.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { columnsOf, RowsTable } from '#src/ui/list/rows-table.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { lineDeeds } from './line-deeds.tsx';
import { RuleForm } from './rule-form.tsx';
import { wordsOfRule } from './rule-words.ts';
import type { Lists } from './substitutions.tsx';
import type { VendorText } from './use-vendor-texts.ts';

/** As documented; so many on a page stand for all of them. */
const pageSizes = [10_000, 50, 100, 200, 300];

type Line = {
  readonly row: SubstitutionRuleRow;
  readonly id: number;
  readonly rule: string;
  readonly name: string;
  readonly how: string;
  readonly hits: number;
};
const col = columnsOf<Line>();
const columns = [
  col('rule', 'Vendor text', { cell: ({ rule }) => <code>{rule}</code> }),
  col('how', 'Match'),
  col('name', 'Replace with', { cell: ({ name }) => <strong>{name}</strong> }),
  col('hits', 'VMS values', { align: 'end' }),
];

type RuleLinesProps = { readonly lists: Lists; readonly texts: readonly VendorText[] | null };

/** Substitution rules, edited in one line above the list; beside each how many vendor texts it finds. */
export function RuleLines({ lists, texts }: RuleLinesProps) {
  const changes = useChanges();
  const [edited, setEdited] = useState<SubstitutionRuleRow | null>(null);
  const lines = lists.rules.map((row) => lineOf(row, lists.targets, texts));
  const list = usePagedList(lines, {
    sort: 'rule',
    sizes: pageSizes,
    searchIn: ['rule', 'name'],
    filters: { name: (line, name) => line.name === name },
  });
  const remove = (row: SubstitutionRuleRow) =>
    changes.make('substitutionRule.remove.v1', { id: row.id, ref: row.ref }, () => 'Substitution rule removed');
  return (
    <div className="sub-lines">
      {!lists.readOnly && (
        <RuleForm
          key={edited?.id ?? `new-${lists.rules.length}`}
          lists={lists}
          row={edited}
          texts={texts}
          onDone={() => setEdited(null)}
        />
      )}
      <div className="page-tools">
        <ListFilter
          list={list}
          name="name"
          label="Name"
          choices={lists.targets.map(({ name }) => ({ value: name, label: name }))}
        />
      </div>
      <ListBody list={list} noun="rule">
        <RowsTable
          list={list}
          label="Substitution rules"
          columns={columns}
          rowKey={({ row }) => row.ref ?? row.id}
          actions={({ row }) =>
            !lists.readOnly &&
            lineDeeds(
              () => setEdited(row),
              () => void remove(row),
            )
          }
        />
      </ListBody>
    </div>
  );
}

function lineOf(row: SubstitutionRuleRow, targets: Lists['targets'], texts: readonly VendorText[] | null): Line {
  const { text, whole } = wordsOfRule(row.rule);
  const [running] = substitutions([row], targets);
  const how = [whole ? 'whole words' : 'anywhere', row.caseSensitive ? 'match case' : ''].filter(Boolean).join(', ');
  const hits = texts?.filter((one) => running?.matches(one.text)).length ?? 0;
  return { row, id: row.id, rule: text, name: running?.name ?? '', how, hits };
}
