import { CloseButton, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

/** An action on the selected rows: for how many it is allowed, and why not for the others. */
export type BulkAction = {
  readonly key: string;
  readonly label: string;
  readonly allowed: number;
  /** "5 need a facility": why the others are left out. */
  readonly blocked: string | null;
  readonly look?: 'main' | 'danger';
  /** Rare or far-reaching: in the More menu, out of the way of a quick click. */
  readonly inMenu?: boolean;
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
  const shared = { selected, counting, onAction };
  return (
    <div className="jg-bulk" role="toolbar" aria-busy={counting} aria-label={`${selected} selected`}>
      <span className="jg-bulk-count">{selected.toLocaleString('en-US')} selected</span>
      {note && <span className="jg-bulk-note">{note}</span>}
      {hidden > 0 && <span className="jg-bulk-note">{hidden.toLocaleString('en-US')} hidden by filter</span>}
      <span className="jg-sep" />
      {offered
        .filter(({ inMenu }) => !inMenu)
        .map((action) => (
          <ActionButton key={action.key} action={action} {...shared} />
        ))}
      <MoreActions actions={offered.filter(({ inMenu }) => inMenu)} {...shared} />
      <CloseButton aria-label="Clear selection" onClick={onClear} />
    </div>
  );
}

type Shared = { readonly selected: number; readonly counting: boolean; readonly onAction: (key: string) => void };

function ActionButton({ action, selected, counting, onAction }: Shared & { readonly action: BulkAction }) {
  const { key, label, look, allowed, shortcut, blocked } = action;
  return (
    <button
      type="button"
      className={`jg-action${look && allowed > 0 ? ` is-${look}` : ''}`}
      disabled={counting || allowed === 0}
      title={[shortcut && `Key ${shortcut}`, blocked].filter(Boolean).join(' · ') || undefined}
      onClick={() => onAction(key)}
    >
      {label}
      <Count action={action} selected={selected} />
    </button>
  );
}

const Count = ({ action: { allowed }, selected }: { action: BulkAction; selected: number }) =>
  allowed === selected ? null : (
    <span className="jg-action-count">
      {allowed.toLocaleString('en-US')}
      {selected < manyRows && ` of ${selected}`}
    </span>
  );

function MoreActions({ actions, selected, counting, onAction }: Shared & { readonly actions: readonly BulkAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <button type="button" className="jg-action" disabled={counting} aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            disabled={counting || action.allowed === 0}
            {...(action.look === 'danger' && { color: 'var(--danger)' })}
            {...(action.shortcut && { rightSection: <kbd>{action.shortcut}</kbd> })}
            onClick={() => onAction(action.key)}
          >
            {action.label}
            <Count action={action} selected={selected} />
            {action.blocked && <small className="jg-menu-why">{action.blocked}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
