import { CloseButton } from '@mantine/core';

/** One thing that can be done with the chosen rows: to how many, and why not to the others. */
export type BulkDeed = {
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
  /** "all 12,480 matching" where the rows were chosen that way. */
  readonly note: string | null;
  readonly deeds: readonly BulkDeed[];
  readonly onDeed: (key: string) => void;
  readonly onClear: () => void;
};

/** From here on the whole number, which stands first in the bar, is not repeated. */
const manyRows = 1000;

/** The bar of deeds over the chosen rows: what is allowed first, what is not with the number and the reason. */
export function BulkBar({ selected, hidden, note, deeds, onDeed, onClear }: BulkBarProps) {
  if (selected === 0) return null;
  const sorted = [...deeds.filter((d) => d.allowed > 0), ...deeds.filter((d) => d.allowed === 0 && d.blocked)];
  return (
    <div className="jg-bulk" role="toolbar" aria-label={`${selected} selected`}>
      <span className="jg-bulk-count">{selected.toLocaleString('en-US')} selected</span>
      {note && <span className="jg-bulk-note">{note}</span>}
      {hidden > 0 && <span className="jg-bulk-note">{hidden.toLocaleString('en-US')} hidden by filter</span>}
      <span className="jg-sep" />
      {sorted.map((deed) => (
        <button
          key={deed.key}
          type="button"
          className={`jg-deed${deed.look && deed.allowed > 0 ? ` is-${deed.look}` : ''}`}
          disabled={deed.allowed === 0}
          title={[deed.shortcut && `Key ${deed.shortcut}`, deed.blocked].filter(Boolean).join(' · ') || undefined}
          onClick={() => onDeed(deed.key)}
        >
          {deed.label}
          {deed.allowed !== selected && (
            <span className="jg-deed-count">
              {deed.allowed.toLocaleString('en-US')}
              {selected < manyRows && ` of ${selected}`}
            </span>
          )}
        </button>
      ))}
      <CloseButton aria-label="Clear selection" onClick={onClear} />
    </div>
  );
}
