import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ChartOpens, DrawnChart } from '#domain/reports/charts/drawn-chart.ts';
import type { ChartTone } from '#domain/reports/kit/report-chart.ts';

/** What every kind of chart takes. */
export type ChartProps = {
  readonly drawn: DrawnChart;
  /** What the chart shows, for people who hear it. */
  readonly label: string;
  /** The address that a part opens; null for none. */
  readonly hrefOf: (opens: ChartOpens) => string | null;
};

const tones: readonly ChartTone[] = [1, 2, 3, 4, 5];

/** The paint of each tone: a color with a pattern, so that parts differ without color and on paper. */
export const Paints = ({ id }: { id: string }) => (
  <defs>
    {tones.map((tone) => (
      <pattern key={tone} id={`${id}-${tone}`} width="8" height="8" patternUnits="userSpaceOnUse" className="chart-paint">
        <rect width="8" height="8" data-tone={tone} />
        {patterns[tone] !== '' && <path d={patterns[tone]} className="chart-pattern" />}
      </pattern>
    ))}
  </defs>
);

const patterns: Readonly<Record<ChartTone, string>> = {
  1: '',
  2: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  3: 'M0 4H8',
  4: 'M0 8L8 0M0 0L8 8',
  5: 'M4 0V8',
};

/** The paint of a tone, for `fill`. */
export const paintOf = (id: string, tone: ChartTone): string => `url(#${id}-${tone})`;

type PartProps = {
  to: string | null;
  /** Its figures in words, for people who hear the chart and as a hint. */
  words: string;
  spot: { readonly 'data-spot': string; readonly tabIndex: number };
  children: ReactNode;
};

/** A part of a chart that opens its rows by click or Enter. A figure without rows to open can be walked to as well. */
export function ChartPart({ to, words, spot, children }: PartProps) {
  const shared = { className: 'chart-part', 'aria-label': words, 'data-tip': words, ...spot };
  if (to === null)
    return (
      <g role="img" {...shared}>
        {children}
      </g>
    );
  return (
    <Link to={to} draggable={false} {...shared}>
      {children}
    </Link>
  );
}
