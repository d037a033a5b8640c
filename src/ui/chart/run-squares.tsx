import type { ReactNode } from 'react';
import type { ChartBar } from '#domain/reports/charts/drawn-chart.ts';
import { useFormat } from '../format/use-format.tsx';
import { BarHead, headLines, lineHeight } from './bar-head.tsx';
import { ChartPart, type ChartProps } from './chart-part.tsx';
import { squaresIn } from './layout.ts';
import { useWalk, useWidth } from './use-chart.ts';
import { walkBars } from './walk.ts';

const gap = 12;

/** Lines of squares, the newest run last. A failed run has a cross. */
export function RunSquares({ drawn, label, hrefOf }: ChartProps) {
  const format = useFormat();
  const { element, width } = useWidth<HTMLDivElement>();
  const { spot, handlers } = useWalk(drawn, walkBars, element);
  const { perLine, pitch } = squaresIn(width);
  const lines = headLines(drawn.bars, width);
  const linesOf = ({ parts }: ChartBar) => Math.max(1, Math.ceil(parts.length / perLine));
  const tops = drawn.bars.map((_, at) =>
    drawn.bars.slice(0, at).reduce((sum, bar) => sum + lines * lineHeight + linesOf(bar) * pitch + gap, 0),
  );
  const last = drawn.bars.at(-1);
  const height = last ? (tops.at(-1) ?? 0) + lines * lineHeight + linesOf(last) * pitch : 1;
  const spoken = ({ name }: ChartBar, { words, at }: ChartBar['parts'][number]) =>
    `${name}: ${words}${at === null ? '' : `, ${format.date(at)} ${format.time(at)}`}`;
  return (
    <div ref={element} className="chart-room">
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of links that is drawn
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label={label} {...handlers}>
          {drawn.bars.map((bar, at) => (
            <g key={bar.key}>
              {bar.name !== '' && (
                <BarHead bar={bar} to={hrefOf(bar.opens)} x={0} y={tops[at] ?? 0} width={width} lines={lines} />
              )}
              {bar.parts.map((part, i) => (
                <ChartPart key={part.key} to={hrefOf(part.opens)} words={spoken(bar, part)} spot={spot(at, i)}>
                  <Square
                    x={(i % perLine) * pitch}
                    y={(tops[at] ?? 0) + lines * lineHeight + Math.floor(i / perLine) * pitch}
                    size={pitch - 3}
                    isFailed={part.tone === 4}
                  />
                </ChartPart>
              ))}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function Square({ x, y, size, isFailed }: { x: number; y: number; size: number; isFailed: boolean }): ReactNode {
  const inset = size * 0.28;
  return (
    <>
      <rect x={x} y={y} width={size} height={size} rx={3} className={isFailed ? 'chart-square chart-failed' : 'chart-square'} />
      {isFailed && (
        <path
          d={`M${x + inset} ${y + inset}L${x + size - inset} ${y + size - inset}M${x + size - inset} ${y + inset}L${x + inset} ${y + size - inset}`}
          className="chart-cross"
        />
      )}
    </>
  );
}
