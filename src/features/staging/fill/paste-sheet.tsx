import { Checkbox, Select } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { defaultNames, type FieldNames } from '#domain/job-list/field-names.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { fillFields } from '#domain/staging/fill/fill-fields.ts';
import {
  type Block,
  type BlockShape,
  type ColumnUse,
  filledLines,
  matchBlock,
  mostCells,
  proposeShape,
} from '#domain/staging/fill/match-block.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { parseBlock } from '#src/ui/sheet/sheet-cells.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import type { SheetProps } from '../actions/sheet.ts';
import { byId, fieldChoices, PlanReview } from './plan-review.tsx';
import { type NamedJob, readFillJobs, useFresh } from './use-fill-jobs.ts';
import { useWriting } from './use-writing.ts';
import './fill.css';

/** Pasting a block of a spreadsheet: which column is what, then a preview of every value. */
export function PasteSheet({ wish: { ids, text: pasted }, client, width, onWidth, onDone, onClose }: SheetProps) {
  const [text, setText] = useState(pasted ?? '');
  const block = useMemo(() => filledLines(parseBlock(text)), [text]);
  const cells = block.reduce((sum, line) => sum + line.length, 0);
  return (
    <SidePanel title="Paste values" onClose={onClose} width={width} onWidth={onWidth}>
      <div className="action-sheet fill-sheet">
        {pasted === undefined && (
          <TextAreaField
            name="cells"
            data-path="cells"
            label="Cells of a spreadsheet"
            hint="Copy them in Excel or Google Sheets, with their headings, and paste them here."
            value={text}
            onChange={setText}
            rows={4}
            autoFocus
          />
        )}
        {cells > mostCells && (
          <p role="alert">
            These are {cells.toLocaleString('en-US')} cells. Paste at most {mostCells.toLocaleString('en-US')} at once.
          </p>
        )}
        {block.length > 0 && cells <= mostCells && (
          <Matched key={text} block={block} ids={ids} client={client} onDone={onDone} onClose={onClose} />
        )}
      </div>
    </SidePanel>
  );
}

type MatchedProps = Pick<SheetProps, 'client' | 'onDone' | 'onClose'> & {
  readonly block: Block;
  readonly ids: readonly number[];
};

function Matched({ block, ids, client, onDone, onClose }: MatchedProps) {
  const [chosen, setChosen] = useState<BlockShape | null>(null);
  const names = useFieldNames();
  const jobColumn = Math.max(0, chosen?.uses.indexOf('job') ?? headerColumn(block));
  const read = useCallback(() => readKnown(client, block, jobColumn, ids), [client, block, jobColumn, ids]);
  const known = useFresh(client, read);
  const writing = useWriting();
  const shape = useMemo(
    () => chosen ?? (known && proposeShape(block, fieldWordsWith(names), (number) => known.numbered.has(number))),
    [chosen, block, known, names],
  );
  const matched = useMemo(() => {
    if (!known || !shape) return null;
    const withNumber = (number: string) => (known.numbered.get(number) ?? []).map(({ job }) => job);
    return matchBlock(block, shape, { selected: known.selected.map(({ job }) => job), withNumber }, writing);
  }, [block, known, shape, writing]);
  const named = useMemo(() => byId([...(known?.selected ?? []), ...[...(known?.numbered.values() ?? [])].flat()]), [known]);
  if (!shape || !known || !matched) return <Waiting />;
  const isReady = shape.uses.some((use) => use !== null && use !== 'job');
  return (
    <PlanReview
      title="Paste values"
      wanted={matched.wanted}
      lost={isReady ? matched.lost : []}
      jobs={named}
      isReady={isReady}
      onDone={onDone}
      onClose={onClose}
    >
      <Shape block={block} shape={shape} selected={known.selected.length} onShape={setChosen} />
      {!isReady && <p role="status">Choose what the columns are.</p>}
    </PlanReview>
  );
}

/** The words by which a heading names a field: the customer’s label, the usual one, the key and short names. */
const fieldWordsWith = (names: FieldNames) =>
  jobFields.flatMap(({ key, label, aliases = [] }) => {
    const field = fillFields.find((one) => one === key);
    return field ? [{ field, words: [names.of(key, label), label, key, ...aliases] }] : [];
  });

/** The column whose heading names job numbers, as the shape proposes it. */
const headerColumn = (block: Block): number => proposeShape(block, fieldWordsWith(defaultNames), () => false).uses.indexOf('job');

type Known = { readonly selected: readonly NamedJob[]; readonly numbered: ReadonlyMap<string, readonly NamedJob[]> };

/** The selected jobs as they are shown, and those whose numbers the block has. */
async function readKnown(client: GridClient, block: Block, column: number, ids: readonly number[]): Promise<Known> {
  const numbers = [...new Set(block.map((line) => (line[column] ?? '').trim()))];
  const [order, found] = await Promise.all([client.allIds(), client.jobsNumbered(numbers)]);
  const [chosen, inView] = [new Set(ids), new Set(order)];
  const selected = [...order.filter((id) => chosen.has(id)), ...ids.filter((id) => !inView.has(id))];
  const jobs = byId(await readFillJobs(client, [...new Set([...selected, ...[...found.values()].flat()])]));
  const named = (of: readonly number[]) => of.flatMap((id) => jobs.get(id) ?? []);
  return {
    selected: named(selected),
    numbered: new Map([...found].flatMap(([number, of]) => (of.length > 0 ? [[number, named(of)] as const] : []))),
  };
}

type ShapeProps = {
  readonly block: Block;
  readonly shape: BlockShape;
  readonly selected: number;
  readonly onShape: (shape: BlockShape) => void;
};

const unused = 'none';
const usesWith = (names: FieldNames) => [
  { value: unused, label: 'Do not paste' },
  { value: 'job', label: names.of('providerJobId', 'Job number') },
  ...fieldChoices(fillFields, names.of),
];

/** What each column is. A field that another column had moves to the one that it is chosen for. */
function Shape({ block, shape, selected, onShape }: ShapeProps) {
  const names = useFieldNames();
  const rows = block.length - (shape.hasHeader ? 1 : 0);
  const choose = (at: number, use: ColumnUse) =>
    onShape({ ...shape, uses: shape.uses.map((now, i) => (i === at ? use : now === use ? null : now)) });
  const where = shape.uses.includes('job')
    ? 'go to the jobs with their numbers'
    : `go in order to the ${counted(selected, 'selected job')}`;
  return (
    <>
      <p>
        {counted(rows, 'row')} {where}.
      </p>
      <div className="fill-uses">
        {shape.uses.map((use, at) => {
          const sample = block.slice(0, 3).map((line) => line[at] ?? '');
          return (
            <div key={at}>
              <span className="muted">{sample.filter((text) => text !== '').join(', ') || 'Blank'}</span>
              <Select
                aria-label={`Column ${at + 1}`}
                size="xs"
                allowDeselect={false}
                data={usesWith(names)}
                value={use ?? unused}
                onChange={(next) => choose(at, next === unused || next === null ? null : (next as ColumnUse))}
              />
            </div>
          );
        })}
      </div>
      <Checkbox
        label="The first row has headings"
        checked={shape.hasHeader}
        onChange={(event) => onShape({ ...shape, hasHeader: event.currentTarget.checked })}
      />
    </>
  );
}
