import type { ReactNode } from 'react';
import './billing.css';

/** Figures with their labels. The first of them are large, as many as `lead` says. */
export const Figures = ({ rows, lead = 0 }: { rows: readonly (readonly [label: string, value: ReactNode])[]; lead?: number }) => (
  <dl className="billing-figures">
    {rows.map(([label, value], at) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd data-lead={at < lead || undefined}>{value}</dd>
      </div>
    ))}
  </dl>
);
