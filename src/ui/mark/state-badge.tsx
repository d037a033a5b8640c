import './mark.css';

export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'pending';

/** A state in one or two words. The tone only supports the text. */
export function StateBadge({ tone = 'neutral', tip, children }: { tone?: BadgeTone; tip?: string; children: string }) {
  return (
    <span className={`state-badge state-badge-${tone}`} {...(tip ? { 'data-tip': tip } : {})}>
      {children}
    </span>
  );
}
