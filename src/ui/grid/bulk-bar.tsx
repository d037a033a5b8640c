import { CloseButton } from '@mantine/core';

/** An action on the selected rows: for how many it is allowed, and why not for the others. */
export type BulkAction = {
  readonly key: string;
  readonly label: string;
  readonly allowed: number;
  /** "5 need a facility": why the others are left out. */
  readonly blocked: string | null;
  readonly look?: 'main' | 'danger';
  readonly shortcut?: string;
};

type BulkBarProps = {
  readonly selected: number;
  readonly hidden: number;
  /** "all 12,480 matching" if the rows were selected that way. */
  readonly note: string | null;
  readonly actions: readonly BulkAction[];
  /** The actions were counted for other rows than the selected ones. They cannot be clicked until the new count is shown. */
  readonly counting?: boolean;
  readonly onAction: (key: string) => void;
  readonly onClear: () => void;
};

/** From this many rows on, an action does not repeat the total, which the bar already shows. */
const manyRows = 1000;

/**
 * The bar of actions for the selected rows. Their order never changes, and they wait for the count: otherwise a button could move
 * under the pointer, and a click on Hold would hit Hide.
 */
export function BulkBar({ selected, hidden, note, actions, counting = false, onAction, onClear }: BulkBarProps) {
  if (selected === 0) return null;
  const offered = actions.filter(({ allowed, blocked }) => allowed > 0 || blocked !== null);
  return (
    <div className="jg-bulk" role="toolbar" aria-busy={counting} aria-label={`${selected} selected`}>
      <span className="jg-bulk-count">{selected.toLocaleString('en-US')} selected</span>
      {note && <span className="jg-bulk-note">{note}</span>}
      {hidden > 0 && <span className="jg-bulk-note">{hidden.toLocaleString('en-US')} hidden by filter</span>}
      <span className="jg-sep" />
      {offered.map((action) => (
        <button
          key={action.key}
          type="button"
          className={`jg-action${action.look && action.allowed > 0 ? ` is-${action.look}` : ''}`}
          disabled={counting || action.allowed === 0}
          title={[action.shortcut && `Key ${action.shortcut}`, action.blocked].filter(Boolean).join(' · ') || undefined}
          onClick={() => onAction(action.key)}
        >
          {action.label}
          {action.allowed !== selected && (
            <span className="jg-action-count">
              {action.allowed.toLocaleString('en-US')}
              {selected < manyRows && ` of ${selected}`}
            </span>
          )}
        </button>
      ))}
      <CloseButton aria-label="Clear selection" onClick={onClear} />
    </div>
  );
}
