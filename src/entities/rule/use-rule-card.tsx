import { lazy, type ReactNode, Suspense, useState } from 'react';

const RuleCard = lazy(() => import('./rule-card.tsx').then((m) => ({ default: m.RuleCard })));

/** Shows a rule by its id, and says if another version of it wrote the value. */
export type ShowRule = (id: number, version: number | null) => void;

/** The card of a rule over the screen. */
export function useRuleCard(): { readonly show: ShowRule; readonly node: ReactNode } {
  const [open, setOpen] = useState<{ readonly id: number; readonly version: number | null } | null>(null);
  return {
    show: (id, version) => setOpen({ id, version }),
    node: open && (
      <Suspense>
        <RuleCard {...open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  };
}
