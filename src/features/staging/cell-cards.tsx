import type { ReactNode } from 'react';
import { EditableField } from '#contract/commands/job.ts';
import { MapKind, type TargetRow } from '#contract/rows/rows.ts';
import { badgesOf, numberIn, textIn } from '#domain/job-list/cell-texts.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import type { Changes } from '#src/entities/change/use-changes.ts';
import { locksOf, syncGlyphs } from '#src/entities/job/job-cells.tsx';
import { CertaintyCard } from '#src/entities/mapping/certainty-card.tsx';
import { RuledBy } from '#src/entities/rule/ruled-by.tsx';
import type { ShowRule } from '#src/entities/rule/use-rule-card.tsx';
import type { Format } from '#src/ui/format/create-format.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { RowView } from '#src/ui/grid/model/grid-source.ts';

export type CardContext = {
  readonly target: TargetRow | null;
  readonly format: Format;
  readonly names: FieldNames;
  readonly nowMs: number;
  readonly changes: Changes;
  readonly mayEdit: boolean;
  readonly onRule: ShowRule;
};

/** The explanation of a cell or a part of it; null if there is nothing to explain. */
export function cellCard(part: string | null, row: RowView, column: GridColumn, context: CardContext): ReactNode {
  const kind = MapKind.safeParse(column.key);
  switch (part) {
    case 'menu':
    case 'resize':
      return null;
    case 'sync':
      return <Sentence words={syncGlyphs[textIn(row, 'sync') ?? '']?.[1] ?? 'Saved on this device, not sent yet'} />;
    case 'states':
      return <States row={row} context={context} />;
    case 'rule':
      return <RuledBy jobId={row.id} field={column.key} onRule={context.onRule} />;
    case 'note':
      return <Sentence words="Read from the job’s note. See the description for details." />;
    case 'lock':
      return kind.success ? (
        <OwnMapping row={row} kind={kind.data} context={context} />
      ) : (
        <LockCard row={row} column={column} context={context} />
      );
    case 'whole':
      return <Sentence words={column.text(row)} />;
    default:
      break;
  }
  if (kind.success && part !== 'map') return certaintyOf(row, kind.data, context) ?? <Sentence words={column.text(row)} />;
  if (part === 'map') return null;
  if (locksOf(row)[column.key]) return <LockCard row={row} column={column} context={context} />;
  return column.key === '$state' ? <States row={row} context={context} /> : <Sentence words={column.text(row)} />;
}

const Sentence = ({ words }: { words: string }) => <span>{words}</span>;

function certaintyOf(row: RowView, kind: MapKind, { target }: CardContext): ReactNode {
  const key = textIn(row, `${kind}Key`);
  if (!target || !key?.startsWith('v')) return null;
  return <CertaintyCard valueId={Number(key.slice(1))} targetId={target.id} />;
}

function States({ row, context: { nowMs, onRule } }: { row: RowView; context: CardContext }) {
  const badges = badgesOf(row, nowMs);
  const canceler = numberIn(row, 'skipRuleId');
  if (badges.length === 0) return <Sentence words="Open." />;
  return (
    <ul className="card-states">
      {badges.map((badge) => (
        <li key={badge.words}>
          <span className={`state-badge state-badge-${badge.tone}`}>{badge.words}</span> {badge.means}
        </li>
      ))}
      {canceler !== null && (
        <li>
          <button type="button" className="link-button" onClick={() => onRule(canceler, null)}>
            Show rule {canceler}
          </button>
        </li>
      )}
    </ul>
  );
}

type LockCardProps = { readonly row: RowView; readonly column: GridColumn; readonly context: CardContext };

/** Who set a value manually, what the source says instead, and a button to unlock it. */
function LockCard({ row, column, context }: LockCardProps) {
  const { format, names, nowMs, changes, mayEdit } = context;
  const lock = locksOf(row)[column.key];
  const field = EditableField.safeParse(column.key);
  if (!lock) return <Sentence words={column.text(row)} />;
  const was = shown(lock.was, column, format, textIn(row, 'currency') ?? 'USD');
  return (
    <span>
      Set by {lock.by}, {format.ago(lock.at, nowMs)}. Source says {was}.{' '}
      {field.success && mayEdit && (
        <button
          type="button"
          className="link-button"
          onClick={() =>
            void changes.make('job.unlock.v1', { id: row.id, field: field.data }, () => `${names.of(field.data)} unlocked`)
          }
        >
          Unlock
        </button>
      )}
    </span>
  );
}

function shown(was: string | number | null, column: GridColumn, format: Format, currency: string): string {
  if (was === null) return 'nothing';
  if (column.key.endsWith('Date')) return format.localDate(String(was));
  if (column.key === 'durationDays') return format.duration(Number(was));
  if (column.key === 'guaranteedHours' || column.key === 'feePercentage') return format.number(Number(was));
  return typeof was === 'number' ? format.money(was, currency) : was;
}

function OwnMapping({ row, kind, context }: { row: RowView; kind: MapKind; context: CardContext }) {
  return (
    <span>
      Mapping override for this job only. Other jobs with “{textIn(row, kind) ?? 'no text'}” are not affected.{' '}
      {numberIn(row, 'chgMap') !== null && (
        <button
          type="button"
          className="link-button"
          onClick={() =>
            void context.changes.make('job.map.v1', { id: row.id, kind, mappedId: null }, () => `Cleared the ${kind} override`)
          }
        >
          Use shared mapping
        </button>
      )}
    </span>
  );
}
