import type { ReactNode } from 'react';

type StatusBarProps = {
  readonly total: number;
  readonly matching: number;
  /** Numbers are shown only when all rows are read. */
  readonly isWhole: boolean;
  readonly selected: number;
  /** First row in view, counted from 0; null where lines of groups are counted, too. */
  readonly first: number | null;
  readonly children?: ReactNode;
};

const n = (value: number): string => value.toLocaleString('en-US');

/** Row counts of the grid. Screen readers announce changes politely. */
export function StatusBar({ total, matching, isWhole, selected, first, children }: StatusBarProps) {
  return (
    <div className="jg-status">
      <span role="status">
        {isWhole && (
          <>
            <b>{n(matching)}</b> {matching === total ? (total === 1 ? 'row' : 'rows') : `of ${n(total)} rows match`}
          </>
        )}
      </span>
      {selected > 0 && (
        <span>
          <b>{n(selected)}</b> selected
        </span>
      )}
      {children}
      {isWhole && matching > 0 && first !== null && (
        <span className="is-place">
          row {n(Math.min(first + 1, matching))} of {n(matching)}
        </span>
      )}
    </div>
  );
}
