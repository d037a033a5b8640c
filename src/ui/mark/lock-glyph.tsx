import { IconLock } from '@tabler/icons-react';
import './mark.css';

/** A value set by hand; `tip` says by whom, when and what the source says. */
export function LockGlyph({ tip }: { tip: string }) {
  return (
    <span className="lock-glyph" data-tip={tip}>
      <IconLock size={12} aria-hidden />
      <span className="visually-hidden">{tip}</span>
    </span>
  );
}
