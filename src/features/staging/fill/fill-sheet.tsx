import { Select, TextInput } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { EditableField } from '#contract/commands/job.ts';
import { fillFields, fillKinds } from '#domain/staging/fill/fill-fields.ts';
import { type FillHow, fillWays, wantedOf } from '#domain/staging/fill/fill-value.ts';
import { readCell } from '#domain/staging/fill/read-cell.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import type { SheetProps } from '../actions/sheet.ts';
import { byId, fieldChoices, PlanReview } from './plan-review.tsx';
import { type NamedJob, readFillJobs, useFresh } from './use-fill-jobs.ts';
import { useWriting } from './use-writing.ts';
import './fill.css';

/** Most jobs of one fill. */
const mostJobs = 10_000;

type Way = FillHow['kind'];
const wayLabels: Record<Way, string> = { set: 'Set to', add: 'Add', percent: 'Add percent', move: 'Move by days' };
const valueLabels: Record<Way, string> = { set: 'Value', add: 'Amount', percent: 'Percent', move: 'Days' };
const amountProblem = 'Enter a number such as 2.50, or -2.50 to take away.';
const daysProblem = 'Enter whole days such as 7, or -7 to move back.';

/** Filling one field of the selected jobs, with a preview of every value. */
export function FillSheet({ wish: { ids }, client, width, onWidth, onDone, onClose }: SheetProps) {
  const title = `Fill ${counted(ids.length, 'job')}`;
  const read = useCallback(() => readFillJobs(client, ids.slice(0, mostJobs)), [client, ids]);
  const jobs = useFresh(client, read);
  return (
    <SidePanel title={title} onClose={onClose} width={width} onWidth={onWidth}>
      <div className="action-sheet fill-sheet">
        {ids.length > mostJobs && (
          <p role="alert">
            At most {mostJobs.toLocaleString('en-US')} jobs are filled at once. Narrow the filter, then select all again.
          </p>
        )}
        {ids.length <= mostJobs && (jobs ? <Fill title={title} jobs={jobs} onDone={onDone} onClose={onClose} /> : <Waiting />)}
      </div>
    </SidePanel>
  );
}

type FillProps = Pick<SheetProps, 'onDone' | 'onClose'> & { readonly title: string; readonly jobs: readonly NamedJob[] };

function Fill({ title, jobs, onDone, onClose }: FillProps) {
  const { field, way, typed, how, choose, setWay, setTyped } = useFill();
  const names = useFieldNames();
  const named = useMemo(() => byId(jobs), [jobs]);
  const problem = typeof how === 'string' ? how : null;
  const isReady = how !== null && problem === null;
  const wanted = useMemo(
    () =>
      how === null || typeof how === 'string'
        ? []
        : wantedOf(
            jobs.map(({ job }) => job),
            field,
            how,
          ),
    [jobs, field, how],
  );
  return (
    <PlanReview title={title} wanted={wanted} jobs={named} isReady={isReady} onDone={onDone} onClose={onClose}>
      <div className="fill-how">
        <Select
          label="Field"
          allowDeselect={false}
          data={fieldChoices(fillFields, names.of)}
          value={field}
          onChange={(next) => next && choose(next)}
        />
        <Select
          label="Change"
          allowDeselect={false}
          data={fillWays[fillKinds[field]].map((one) => ({ value: one, label: wayLabels[one] }))}
          value={way}
          onChange={(next) => next && setWay(next)}
        />
        <TextInput
          label={valueLabels[way]}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
          data-autofocus
        />
      </div>
    </PlanReview>
  );
}

/** What was chosen and typed. `how` is a sentence if that cannot be read, and null while nothing is typed. */
function useFill() {
  const [field, setField] = useState<EditableField>('billRate');
  const [way, setWay] = useState<Way>('set');
  const [typed, setTyped] = useState('');
  const writing = useWriting();
  const how = useMemo((): FillHow | string | null => {
    if (typed.trim() === '') return null;
    if (way !== 'set') return changeIn(way, typed);
    const cell = readCell(field, typed, writing);
    return cell.kind === 'refused' ? cell.why : { kind: 'set', cell };
  }, [field, way, typed, writing]);
  return {
    field,
    way,
    typed,
    how,
    setTyped,
    setWay: (next: Way) => {
      setWay(next);
      setTyped('');
    },
    choose: (next: EditableField) => {
      setField(next);
      if (!fillWays[fillKinds[next]].includes(way)) setWay('set');
      setTyped('');
    },
  };
}

/** A typed amount to add or days to move by, or why it is none. */
function changeIn(kind: Exclude<Way, 'set'>, typed: string): FillHow | string {
  const text = typed.trim().replaceAll(',', '').replace('−', '-');
  const by = Number(text);
  if (!/^[+-]?\d*\.?\d+$/.test(text) || Math.abs(by) > 1_000_000) return kind === 'move' ? daysProblem : amountProblem;
  return kind === 'move' && !Number.isInteger(by) ? daysProblem : { kind, by };
}
