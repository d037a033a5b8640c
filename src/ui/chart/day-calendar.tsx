import { dayNumber } from '#domain/query/day-number.ts';
import type { ChartBar } from '#domain/reports/charts/drawn-chart.ts';
import { useFormat } from '../format/use-format.tsx';
import { ChartPart, type ChartProps } from './chart-part.tsx';
import { calendarIn } from './layout.ts';
import { useWalk, useWidth } from './use-chart.ts';
import { walkDays } from './walk.ts';

const [labelWidth, headHeight, gap] = [36, 18, 12];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Steps of blue, from few to many. The deepest one leaves the figure on it readable. */
const steps = 4;
const deepest = 0.55;

/** Days by weeks. A darker day has more, each large enough cell says its figure, and a marked corner says that some are marked. */
export function DayCalendar({ drawn, label, hrefOf }: ChartProps) {
  const format = useFormat();
  const { element, width } = useWidth<HTMLDivElement>();
  const { spot, handlers } = useWalk({ bars: drawn.bars.map((bar) => ({ ...bar, parts: [] })) }, walkDays, element);
  const { cell, bands, perBand, at } = calendarIn(
    dayNumber(drawn.bars[0]?.key ?? '') ?? 0,
    drawn.bars.length,
    width - labelWidth,
  );
  const bandHeight = headHeight + 7 * cell + gap;
  const [full, height] = [labelWidth + perBand * cell, bands * bandHeight - gap];
  return (
    <div ref={element} className="chart-room">
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of links that is drawn
        <svg viewBox={`0 0 ${full} ${height}`} width={full} height={height} role="group" aria-label={label} {...handlers}>
          {Array.from({ length: bands }, (_, band) => (
            <g key={band} aria-hidden>
              {weekdays.map((name, weekday) => (
                <text key={name} x={0} y={band * bandHeight + headHeight + weekday * cell + cell / 2 + 4} className="chart-words">
                  {name}
                </text>
              ))}
            </g>
          ))}
          {drawn.bars.map((bar, i) => {
            const { band, column, weekday } = at(i);
            const [x, y] = [labelWidth + column * cell, band * bandHeight + headHeight + weekday * cell];
            const month = monthAt(bar.key, i);
            return (
              <g key={bar.key}>
                {month !== null && (
                  <text x={x} y={band * bandHeight + 12} aria-hidden className="chart-words">
                    {month}
                  </text>
                )}
                <ChartPart to={hrefOf(bar.opens)} words={`${format.localDate(bar.key)}: ${bar.words}`} spot={spot(i, 0)}>
                  <Day bar={bar} x={x} y={y} cell={cell} most={drawn.most} />
                </ChartPart>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** The month to write above the column of a day: of the first day, and of the first of a month. */
function monthAt(day: string, i: number): string | null {
  if (i > 0 && !day.endsWith('-01')) return null;
  return months[Number(day.slice(5, 7)) - 1] ?? null;
}

function Day({ bar, x, y, cell, most }: { bar: ChartBar; x: number; y: number; cell: number; most: number }) {
  const size = cell - 3;
  const corner = Math.round(size / 3);
  const step = Math.ceil((bar.figure / Math.max(1, most)) * steps);
  const isMarked = bar.parts.some(({ tone }) => tone === 4);
  return (
    <>
      <rect x={x} y={y} width={size} height={size} rx={3} className="chart-ground" />
      {step > 0 && (
        <rect x={x} y={y} width={size} height={size} rx={3} className="chart-day" fillOpacity={(step / steps) * deepest} />
      )}
      {isMarked && <path d={`M${x + size} ${y}v${corner}l${-corner} ${-corner}z`} className="chart-corner" />}
      {cell >= 30 && bar.figure > 0 && (
        <text x={x + size / 2} y={y + size / 2 + 4} textAnchor="middle" className="chart-figure">
          {bar.figure < 10_000 ? bar.figure.toLocaleString('en-US') : '9,999+'}
        </text>
      )}
    </>
  );
}
