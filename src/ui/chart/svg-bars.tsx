import { useId } from 'react';
import type { ChartBar } from '#domain/reports/charts/drawn-chart.ts';
import { BarHead, headLines, lineHeight } from './bar-head.tsx';
import { ChartPart, type ChartProps, Paints, paintOf } from './chart-part.tsx';
import { wrapped } from './layout.ts';
import { useWalk, useWidth } from './use-chart.ts';
import { walkBars } from './walk.ts';

const [barHeight, gap] = [20, 14];

/** Bullet bars, and ranked bars with the reason of each part under them. */
export function SvgBars({ drawn, label, hrefOf }: ChartProps) {
  const { element, width } = useWidth<HTMLDivElement>();
  const { spot, handlers } = useWalk(drawn, walkBars, element);
  const paints = useId();
  const lines = headLines(drawn.bars, width);
  const blocks = stacked(
    drawn.bars.map((bar) => ({ bar, reasons: reasonsOf(bar, width) })),
    lines,
  );
  return (
    <div ref={element} className="chart-room">
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of links that is drawn
        <svg
          viewBox={`0 0 ${width} ${blocks.height}`}
          width={width}
          height={blocks.height}
          role="group"
          aria-label={label}
          {...handlers}
        >
          <Paints id={paints} />
          {blocks.placed.map((block, at) => (
            <Block
              key={block.bar.key}
              {...{ block, at, lines, width, paints, hrefOf, spot }}
              scale={width / Math.max(1, drawn.most)}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

type BlockProps = Pick<ChartProps, 'hrefOf'> & {
  block: ReturnType<typeof stacked>['placed'][number];
  at: number;
  lines: 1 | 2;
  width: number;
  /** Pixels of a figure of 1. */
  scale: number;
  paints: string;
  spot: ReturnType<typeof useWalk>['spot'];
};

/** One bar with its name and the reasons of its parts. */
function Block({ block: { bar, reasons, top }, at, lines, width, scale, paints, hrefOf, spot }: BlockProps) {
  const y = top + lines * lineHeight;
  return (
    <g>
      <BarHead bar={bar} to={hrefOf(bar.opens)} x={0} y={top} width={width} lines={lines} />
      <rect x={0} y={y} width={width} height={barHeight} rx={3} className="chart-track" />
      {placedParts(bar, scale).map(({ part, x, length }, i) => (
        <ChartPart key={part.key} to={hrefOf(part.opens)} words={spoken(bar, part)} spot={spot(at, i)}>
          <rect
            x={x}
            y={y}
            width={length}
            height={barHeight}
            fill={part.figure === 0 ? 'transparent' : paintOf(paints, part.tone)}
            className="chart-piece"
          />
        </ChartPart>
      ))}
      {bar.mark !== null && <Mark x={Math.min(width - 2, bar.mark * scale)} y={y} />}
      {reasons.map(({ key, tone, text, line }) => (
        <text key={key} x={tone === null ? 16 : 0} y={y + barHeight + line * lineHeight - 4} aria-hidden className="chart-words">
          {tone !== null && (
            <tspan fill={paintOf(paints, tone)} className="chart-swatch">
              {'■ '}
            </tspan>
          )}
          {text}
        </text>
      ))}
    </g>
  );
}

type Part = ChartBar['parts'][number];
type Reason = { readonly key: string; readonly tone: Part['tone'] | null; readonly text: string; readonly line: number };

const spoken = ({ name, words }: ChartBar, part: Part): string =>
  part.reason === '' ? `${name}: ${part.words}. In all: ${words}` : `${name}, ${words}. ${part.words}: ${part.reason}`;

/** The reasons of a bar in lines; the first line of each has its swatch. */
function reasonsOf({ parts }: ChartBar, width: number): Reason[] {
  const texts = parts.flatMap(({ key, tone, words, reason }) =>
    reason === ''
      ? []
      : wrapped(`${words}: ${reason}`, width - 20).map((text, i) => ({ key: `${key}/${i}`, tone: i === 0 ? tone : null, text })),
  );
  return texts.map((text, i) => ({ ...text, line: i + 1 }));
}

/** Pixels of a part without a figure, which keys reach all the same. */
const emptyLength = 12;

/** Parts one after another. A part is at least 2 pixels long, so that none is lost. */
function placedParts({ parts }: ChartBar, scale: number) {
  let x = 0;
  return parts.map((part) => {
    const length = part.figure === 0 ? emptyLength : Math.max(2, part.figure * scale - 1);
    const placed = { part, x, length };
    if (part.figure > 0) x += length + 1;
    return placed;
  });
}

function stacked(bars: readonly { readonly bar: ChartBar; readonly reasons: readonly Reason[] }[], lines: number) {
  let top = 0;
  const placed = bars.map((one) => {
    const block = { ...one, top };
    top += lines * lineHeight + barHeight + one.reasons.length * lineHeight + gap;
    return block;
  });
  return { placed, height: Math.max(1, top) };
}

/** What a bullet bar is measured against. */
const Mark = ({ x, y }: { x: number; y: number }) => (
  <rect x={x - 1.5} y={y - 4} width={3} height={barHeight + 8} className="chart-mark" />
);
