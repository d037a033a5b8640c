import type { Newest } from '#contract/kit/newest.ts';
import { counted } from '../format/format.ts';

/** Says that a list ends before its last row. Empty if all rows are shown. */
export function CutNote({ of, noun }: { of: Newest<unknown>; noun: string }) {
  if (of.rows.length >= of.total) return null;
  return (
    <p className="muted">
      The newest {of.rows.length.toLocaleString('en-US')} of {counted(of.total, noun)}.
    </p>
  );
}
