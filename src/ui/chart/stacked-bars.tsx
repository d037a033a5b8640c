import { BarChart } from '@mantine/charts';
import { memo, useId } from 'react';
import type { ChartBar } from '#domain/reports/charts/drawn-chart.ts';
import { BarHead, headLines, lineHeight } from './bar-head.tsx';
import { ChartPart, type ChartProps, Paints, paintOf } from './chart-part.tsx';
import { useWalk, useWidth } from './use-chart.ts';
import { walkBars } from './walk.ts';

const [barHeight, gap, axisHeight] = [20, 14, 30];

/** What the chart gives a drawn piece: its place, and the datum it is of. */
type Piece = {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly index?: number;
};

/** Stacked bars on an axis. The chart places the pieces; they are links of ours, with names and figures above each bar. */
export const StackedBars = memo(function Bars({ drawn, label, hrefOf }: ChartProps) {
  const { element, width } = useWidth<HTMLDivElement>();
  const { spot, handlers } = useWalk(drawn, walkBars, element);
  const paints = useId();
  const lines = headLines(drawn.bars, width);
  const band = lines * lineHeight + barHeight + gap;
  const keys = [...new Set(drawn.bars.flatMap(({ parts }) => parts.map(({ key }) => key)))];
  const data = drawn.bars.map(({ key: name, parts }) => ({
    name,
    ...Object.fromEntries(keys.map((key) => [key, parts.find((part) => part.key === key)?.figure ?? 0])),
  }));
  const draw = (key: string) => (piece: Piece) => {
    const at = piece.index ?? -1;
    const bar = drawn.bars[at];
    if (!bar) return <g />;
    // The chart centers a bar in its band; ours is below its name.
    const top = (piece.y ?? 0) + (piece.height ?? 0) / 2 - band / 2;
    return (
      <PieceOfBar {...{ bar, at, top, lines, paints, width, hrefOf, spot, piece, isFirst: key === keys[0], partKey: key }} />
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links that is drawn
    <div ref={element} className="chart-room" role="group" aria-label={label} {...handlers}>
      {width > 0 && (
        <BarChart
          h={drawn.bars.length * band + axisHeight}
          data={data}
          dataKey="name"
          orientation="vertical"
          type="stacked"
          series={keys.map((key) => ({ name: key, color: 'var(--chart-1)' }))}
          withTooltip={false}
          withYAxis={false}
          gridAxis="y"
          tickLine="none"
          accessibilityLayer={false}
          valueFormatter={(value) => value.toLocaleString('en-US')}
          xAxisProps={{ allowDecimals: false, height: axisHeight }}
          yAxisProps={{ width: 0 }}
          barProps={({ name }) => ({ shape: draw(name), barSize: barHeight })}
          barChartProps={{ margin: { top: 0, right: 0, bottom: 0, left: 0 }, barCategoryGap: 0 }}
        >
          <Paints id={paints} />
        </BarChart>
      )}
    </div>
  );
});

type PieceProps = Pick<ChartProps, 'hrefOf'> & {
  bar: ChartBar;
  at: number;
  top: number;
  lines: 1 | 2;
  paints: string;
  width: number;
  spot: ReturnType<typeof useWalk>['spot'];
  piece: Piece;
  partKey: string;
  isFirst: boolean;
};

/** One piece of a bar. The first one brings the bar's name and figures along, also if it is empty. */
function PieceOfBar({ bar, at, top, lines, paints, width, hrefOf, spot, piece, partKey, isFirst }: PieceProps) {
  const i = bar.parts.findIndex(({ key }) => key === partKey);
  const part = bar.parts[i];
  return (
    <>
      {isFirst && (
        <BarHead
          bar={bar}
          to={hrefOf(bar.opens)}
          x={0}
          y={top}
          width={width}
          lines={lines}
          paint={(tone) => paintOf(paints, tone)}
        />
      )}
      {part && (
        <ChartPart to={hrefOf(part.opens)} words={`${bar.name}: ${part.words}`} spot={spot(at, i)}>
          <rect
            x={piece.x}
            y={top + lines * lineHeight}
            width={Math.max(2, (piece.width ?? 0) - 1)}
            height={barHeight}
            fill={paintOf(paints, part.tone)}
            className="chart-piece"
          />
        </ChartPart>
      )}
    </>
  );
}
