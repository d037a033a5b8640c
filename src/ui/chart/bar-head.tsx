import { Link } from 'react-router-dom';
import type { ChartBar } from '#domain/reports/charts/drawn-chart.ts';
import { clipped, textWidth } from './layout.ts';

/** Pixels of one line of text. */
export const lineHeight = 18;

const headOf = ({ name, note }: ChartBar): string => (note === '' ? name : `${name} · ${note}`);

/** Whether the figures of every bar fit beside its name, so that all heads have as many lines. */
export const headLines = (bars: readonly ChartBar[], width: number): 1 | 2 =>
  bars.every((bar) => textWidth(headOf(bar)) + textWidth(bar.words) + 40 <= width) ? 1 : 2;

type Props = {
  bar: ChartBar;
  to: string | null;
  x: number;
  y: number;
  width: number;
  lines: 1 | 2;
  /** The paint of each part whose words follow it as a direct label. Without it, the words stand alone. */
  paint?: (tone: ChartBar['parts'][number]['tone']) => string;
};

/** The name of a bar with its figures, above it. A pointer opens the bar's rows; keys reach its parts, which open them as well. */
export function BarHead({ bar, to, x, y, width, lines, paint }: Props) {
  const room = lines === 1 ? width - textWidth(bar.words) - 24 : width;
  const name = (
    <text x={x} y={y + 12} className="chart-name">
      {clipped(headOf(bar), room)}
    </text>
  );
  return (
    <g aria-hidden>
      {to === null ? (
        name
      ) : (
        <Link to={to} tabIndex={-1} className="chart-name-link">
          {name}
        </Link>
      )}
      <text
        x={lines === 1 ? x + width : x}
        y={y + 12 + (lines - 1) * lineHeight}
        textAnchor={lines === 1 ? 'end' : 'start'}
        className="chart-words"
      >
        {paint
          ? bar.parts.map(({ key, tone, words }, i) => (
              <tspan key={key}>
                <tspan fill={paint(tone)} dx={i === 0 ? 0 : 10} className="chart-swatch">
                  ■
                </tspan>
                {` ${words}`}
              </tspan>
            ))
          : bar.words}
      </text>
    </g>
  );
}
