import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { jobFields } from '#domain/job-list/job-fields.ts';
import type { LostLine } from '#domain/staging/fill/match-block.ts';
import type { PlanLine } from '#domain/staging/fill/plan-edits.ts';
import { fieldText } from '#src/entities/job/job-columns.tsx';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { CountTabs } from '#src/ui/count-tabs/count-tabs.tsx';
import { blank } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import type { Cell } from '#src/ui/grid/model/grid-source.ts';
import type { NamedJob } from './use-fill-jobs.ts';

type Kind = PlanLine['kind'];
const tabs: readonly (readonly [Kind, string])[] = [
  ['refused', 'Left out'],
  ['change', 'To change'],
  ['same', 'Unchanged'],
];
const none: Record<Kind, string> = {
  refused: 'Nothing is left out.',
  change: 'Nothing would change.',
  same: 'No value is the same already.',
};
const lineHeight = 52;

type Props = {
  readonly lines: readonly PlanLine[];
  readonly lost: readonly LostLine[];
  readonly jobs: ReadonlyMap<number, NamedJob>;
};

/** The preview of a fill: what is left out and why, what changes, and what is the same already. */
export function PlanList({ lines, lost, jobs }: Props) {
  const [chosen, setChosen] = useState<Kind | null>(null);
  const of = (kind: Kind) => lines.filter((line) => line.kind === kind);
  const refused = leftOut(of('refused'), lost);
  const shown: Record<Kind, readonly Shown[]> = { refused, change: of('change'), same: of('same') };
  const kind = chosen ?? (refused.length > 0 ? 'refused' : 'change');
  const counts = { refused: refused.length, change: shown.change.length, same: shown.same.length };
  return (
    <section aria-label="Preview">
      <CountTabs label="Preview" tabs={tabs} current={kind} onTab={setChosen} counts={counts} />
      <Lines key={kind} shown={shown[kind]} jobs={jobs} label={tabs.find(([key]) => key === kind)?.[1] ?? ''} none={none[kind]} />
    </section>
  );
}

type Shown = PlanLine | LostLine;

/** What a fill leaves out, in the order of the pasted rows. */
export const leftOut = (refused: readonly PlanLine[], lost: readonly LostLine[]): readonly Shown[] =>
  [...lost, ...refused].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));

type LinesProps = Pick<Props, 'jobs'> & { readonly shown: readonly Shown[]; readonly label: string; readonly none: string };

/** Lines of a plan. Only those in sight are drawn. */
export function Lines({ shown, jobs, label, none }: LinesProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    estimateSize: () => lineHeight,
    overscan: 8,
    useFlushSync: false,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached by keys
    <div ref={setScroller} className="fill-list" role="list" aria-label={label} tabIndex={0}>
      {shown.length === 0 && <p className="fill-none muted">{none}</p>}
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = shown[index];
          return (
            line && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                role="listitem"
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                className="fill-line"
                style={{ transform: `translateY(${start}px)` }}
              >
                {'jobId' in line ? <Line line={line} named={jobs.get(line.jobId)} /> : <Lost {...line} />}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const Lost = ({ line, text, why }: LostLine) => (
  <>
    <div>
      <span>Row {line.toLocaleString('en-US')}</span> <span className="muted">{text}</span>
    </div>
    <span className="fill-why">{why}</span>
  </>
);

function Line({ line, named }: { line: PlanLine; named: NamedJob | undefined }) {
  const format = useFormat();
  const names = useFieldNames();
  const field = jobFields.find(({ key }) => key === line.field);
  const shown = (value: Cell) => {
    const get = (key: string): Cell => (key === 'currency' ? (named?.currency ?? null) : value);
    return (field && fieldText({ id: line.jobId, get }, field, { format, names })) ?? blank;
  };
  return (
    <>
      <div>
        <span className="mono">{named?.number ?? line.jobId}</span> <span className="muted">{named?.facility}</span>
        <span className="fill-values">
          {field && names.of(field.key, field.label)}:{' '}
          {line.kind === 'change' ? <Change was={shown(line.old)} next={shown(line.next)} /> : shown(line.old)}
        </span>
      </div>
      {line.kind === 'refused' && (
        <span className="fill-why">
          {line.line !== undefined && `Row ${line.line.toLocaleString('en-US')}: `}
          {line.why}
        </span>
      )}
    </>
  );
}

const Change = ({ was, next }: { was: string; next: string }) => (
  <>
    <del>{was}</del> <span aria-hidden="true">→</span>
    <span className="visually-hidden">becomes</span> <ins>{next}</ins>
  </>
);
