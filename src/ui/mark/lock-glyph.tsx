import { IconLock } from '@tabler/icons-react';
import './mark.css';

/** Marks a value set by hand. `tip` says by whom, when, and the value in the source. */
export function LockGlyph({ tip }: { tip: string }) {
  return (
    <span className="lock-glyph" data-tip={tip}>
      <IconLock size={12} aria-hidden />
      <span className="visually-hidden">{tip}</span>
    </span>
  );
}
