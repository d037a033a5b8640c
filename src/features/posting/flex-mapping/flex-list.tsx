import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { listAtsFields } from '#contract/posting/ats-fields.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { hasFieldMapping } from '#domain/posting/field-mapping/has-field-mapping.ts';
import { anyValue, type FlexLine, type FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { type FlexProblem, flexProblems } from '#domain/posting/flex-mapping/flex-problems.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { labelOfJob } from '#src/entities/posting/flex/label-of-job.ts';
import { OpenCombinationList } from '#src/entities/posting/flex/open-combination-list.tsx';
import { useOpenCombinations } from '#src/entities/posting/flex/use-open-combinations.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { withProblem } from '#src/ui/table/cell-problem.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { linesOf } from '../field-mapping/field-mapping.ts';
import { MappingPreview } from '../field-mapping/mapping-preview.tsx';
import { FlexFieldsForm } from './flex-fields-form.tsx';
import { type EditedLine, FlexLineForm } from './flex-line-form.tsx';
import { type Around, atsPlaces, jobPlaces, noFlex, withMoved } from './flex-mapping.ts';
import './flex-mapping.css';

type Cells = { readonly [K in `when${0 | 1 | 2 | 3}` | `give${0 | 1 | 2 | 3 | 4 | 5}`]: string };
type Shown = Cells & { readonly order: number; readonly line: FlexLine; readonly problems: readonly FlexProblem[] };

const col = columnsOf<Shown>();
const whenKeys = ['when0', 'when1', 'when2', 'when3'] as const;
const giveKeys = ['give0', 'give1', 'give2', 'give3', 'give4', 'give5'] as const;

const shownValue = (at: 'when' | 'give', value: string): string => {
  if (at === 'give') return value;
  return value === anyValue ? 'any' : value || 'blank';
};

const rowsOf = (flex: FlexMapping, around: Around): Shown[] => {
  const problems = flexProblems(flex, around);
  return flex.lines.map((line, at) => {
    const cells = [
      ...jobPlaces.map((column) => [`when${column}`, shownValue('when', line.when[column] ?? '')]),
      ...atsPlaces.map((column) => [`give${column}`, shownValue('give', line.give[column] ?? '')]),
    ];
    return {
      ...(Object.fromEntries(cells) as Cells),
      order: at + 1,
      line,
      problems: problems.filter((each) => each.line === at),
    };
  });
};

/** The columns of a flex mapping, each cell with what is wrong with it. */
function columnsOfFlex(flex: FlexMapping, around: Around, names: FieldNames) {
  const cellOf = (key: keyof Cells, at: FlexProblem['at'], column: number) => (row: Shown) =>
    withProblem(row[key], row.problems.find((each) => each.at === at && each.column === column)?.message);
  const labelOf = (name: string) => around.atsFields?.find((field) => field.name === name)?.label ?? name;
  return [
    col('order', 'Order', { align: 'end', width: 72 }),
    ...whenKeys
      .slice(0, flex.jobFields.length)
      .map((key, at) => col(key, labelOfJob(flex.jobFields[at] ?? '', names), { cell: cellOf(key, 'when', at) })),
    ...giveKeys
      .slice(0, flex.atsFields.length)
      .map((key, at) => col(key, `→ ${labelOf(flex.atsFields[at]?.name ?? '')}`, { cell: cellOf(key, 'give', at) })),
  ];
}

/** Changes of the whole flex mapping, each with its undo. */
function useFlexChanges(targetId: number, flex: FlexMapping) {
  const changes = useChanges();
  const save = async (next: FlexMapping, done: string) => {
    const { jobFields, atsFields, lines } = next;
    await changes.make('flexMapping.save.v1', { id: targetId, jobFields, atsFields, lines }, () => done);
  };
  return {
    move:
      (by: -1 | 1) =>
      ({ order }: Shown) =>
        save(withMoved(flex, order - 1, by), `Line ${order} moved`),
    remove: ({ order }: Shown) =>
      save({ ...flex, lines: flex.lines.filter((_, at) => at !== order - 1) }, `Line ${order} removed`),
    removeAll: () => save(noFlex, 'Flex mapping removed'),
  };
}

/** Opens the line of the combination that the address names, once: the way here from the mapping inbox. */
function useLinkedCombination(isReady: boolean, open: (values: readonly string[]) => void): void {
  const [params, setParams] = useSearchParams();
  const named = params.get('map');
  const follow = useEffectEvent((text: string) => {
    const values = z.array(z.string()).safeParse(readJson(text));
    if (values.success) open(values.data);
    setParams((now) => (now.delete('map'), now), { replace: true });
  });
  useEffect(() => {
    if (isReady && named !== null) follow(named);
  }, [isReady, named]);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The dialogs of one line and of the columns. */
function useFlexEditors(target: TargetRow, flex: FlexMapping, around: Around) {
  const line = useEditor<EditedLine, { target: TargetRow; flex: FlexMapping; around: Around }>(FlexLineForm, {
    target,
    flex,
    around,
  });
  const fields = useEditor(FlexFieldsForm, { target, around });
  return { line, fields };
}

const lineActions = (
  open: (line: EditedLine) => void,
  { move, remove }: ReturnType<typeof useFlexChanges>,
  lineCount: number,
) => [
  { label: 'Edit', run: ({ line, order }: Shown) => open({ ...line, at: order - 1 }) },
  { label: 'Move up', run: move(-1), when: ({ order }: Shown) => order > 1 },
  { label: 'Move down', run: move(1), when: ({ order }: Shown) => order < lineCount },
  { label: 'Remove', run: remove },
];

const newLine = (when: readonly string[]): EditedLine => ({ at: null, when: [...when], give: [] });

/** The second tab of `/atsFieldMapping`: from combinations of a job's values to values of the ATS. */
export function FlexOfTarget({ choice, tabs }: { readonly choice: TargetChoice; readonly tabs: ReactNode }) {
  const { target } = choice;
  const { customer, may } = useSession();
  const { ready, rows } = useCollection('flexMapping');
  const atsFields = useReply(listAtsFields, { target: target.id, cust: customer.id }, { wanted: may('rules.read') }).reply;
  const flex = rows.find(({ id, purged }) => id === target.id && !purged) ?? noFlex;
  const around = { typeId: target.typeId, atsFields };
  const columns = columnsOfFlex(flex, around, useFieldNames());
  const list = usePagedList(ready ? rowsOf(flex, around) : null, {
    sort: 'order',
    searchIn: [...whenKeys, ...giveKeys],
    sizes: pagerSizes,
  });
  const { line, fields } = useFlexEditors(target, flex, around);
  const changes = useFlexChanges(target.id, flex);
  const isSet = flex.jobFields.length > 0;
  useLinkedCombination(isSet, (values) => line.open(newLine(values)));
  return (
    <ListPage
      title="Field mapping"
      noun="line"
      list={list}
      dialogs={
        <>
          {line.dialog}
          {fields.dialog}
        </>
      }
      below={
        isSet && <BelowLines target={target} flex={flex} atsFields={atsFields} onMap={(values) => line.open(newLine(values))} />
      }
      filters={
        <>
          <TargetPick choice={choice} />
          {tabs}
        </>
      }
      actions={
        isSet && (
          <>
            <ExportButton title={`Flex mapping of ${target.name}`} list={list} columns={columns} />
            <TableButtons onRemove={() => void changes.removeAll()} onFields={() => fields.open(flex)} />
            {line.add('Add line', newLine(flex.jobFields.map(() => '')))}
          </>
        )
      }
      firstUse={<FirstUse target={target} isSet={isSet} onChoose={() => fields.open(flex)} />}
    >
      <DataTable
        list={list}
        label={`Flex mapping of ${flex.jobFields.join(', ')}`}
        columns={columns}
        rowKey={({ order }) => order}
        nameOf={({ order }) => `line ${order}`}
        actions={lineActions(line.open, changes, flex.lines.length)}
      />
    </ListPage>
  );
}

const TableButtons = ({ onRemove, onFields }: { onRemove: () => void; onFields: () => void }) => (
  <>
    <Button variant="default" onClick={onRemove}>
      Remove mapping
    </Button>
    <Button variant="default" onClick={onFields}>
      Fields…
    </Button>
  </>
);

type BelowProps = {
  readonly target: TargetRow;
  readonly flex: FlexMapping;
  readonly atsFields: Around['atsFields'];
  readonly onMap: (values: readonly string[]) => void;
};

/** What follows the lines: combinations without one, and what a job would get. */
function BelowLines({ target, flex, atsFields, onMap }: BelowProps) {
  const names = useFieldNames();
  const { rows } = useCollection('fieldMapping');
  const combinations = useOpenCombinations(flex);
  const own = rows.filter(({ purged, targetId }) => !purged && targetId === target.id);
  return (
    <>
      <OpenCombinationList
        flex={flex}
        combinations={combinations}
        renderControl={({ values }) => (
          <Button size="compact-xs" variant="default" onClick={() => onMap(values)}>
            Map…
          </Button>
        )}
      />
      <MappingPreview target={target} lines={linesOf(own, { atsFields, typeId: target.typeId, names })} />
    </>
  );
}

function FirstUse({ target, isSet, onChoose }: { target: TargetRow; isSet: boolean; onChoose: () => void }) {
  const canSet = hasFieldMapping(target.typeId);
  return (
    <EmptyState kind="first-use" title={isSet ? 'No lines yet' : 'No flex mapping'}>
      {!canSet && <p>What {target.name} gets cannot be changed here.</p>}
      {canSet && <p>Turns combinations of a job’s values, such as unit and specialty, into values of {target.name}.</p>}
      {canSet && !isSet && <Button onClick={onChoose}>Choose fields</Button>}
    </EmptyState>
  );
}
