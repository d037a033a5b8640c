import { StateBadge } from '#src/ui/mark/state-badge.tsx';

/** The place of a step that a mapping lacks. */
export const Missing = () => (
  <StateBadge tone="warn" tip="Without this side nothing is submitted for it.">
    Missing
  </StateBadge>
);
