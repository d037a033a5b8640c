import { readDays } from '#contract/reports/daily.ts';
import type { DayFigures } from '#contract/rows/day-figures.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { BoardCard } from '../board/board-card.tsx';
import { RowsLink } from '../board/rows-link.tsx';
import { type Bars, barsOf, type Series } from './day-bars.ts';
import { useDaysOnDevice } from './use-days-on-device.ts';
import './days.css';

const series: readonly { key: Series; label: string }[] = [
  { key: 'newJobs', label: 'New' },
  { key: 'closedJobs', label: 'Closed' },
  { key: 'postedJobs', label: 'Posted' },
];

/** New, closed and posted jobs of the last 30 days, as the service keeps them. */
export function DaysCard() {
  const { customer } = useSession();
  const { lastSyncedAt } = useSyncState();
  const { reply, at, problem } = useReply(readDays, { cust: customer.id }, { since: lastSyncedAt });
  return (
    <BoardCard id="days" title="Last 30 days" at={at}>
      {reply ? (
        <>
          {series.map(({ key, label }) => (
            <DaySeries key={key} label={label} bars={barsOf(reply.days, key)} />
          ))}
          <DayTable days={reply.days} zone={reply.zone} />
        </>
      ) : problem === null ? (
        <Waiting rows={4} label="Reading the last days" />
      ) : (
        <p className="muted">{problem}</p>
      )}
    </BoardCard>
  );
}

const [width, height] = [300, 44];
const slot = (count: number) => width / count;

/** Bars of one series, with its total, its highest day and today as text. */
function DaySeries({ label, bars: { bars, total, most } }: { label: string; bars: Bars }) {
  const format = useFormat();
  const highest = bars.find(({ figure }) => figure === most);
  const step = slot(bars.length);
  const dayName = (day: string) => format.date(day);
  return (
    <figure className="days-series">
      <figcaption>
        <span>{label}</span> <b>{total.toLocaleString('en-US')}</b>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {bars.map(({ day, figure }, i) =>
          figure === null ? (
            <line key={day} x1={i * step + 3} x2={(i + 1) * step - 3} y1={height - 1} y2={height - 1} className="days-gap" />
          ) : (
            <rect
              key={day}
              x={i * step + 1}
              width={step - 2}
              y={height - Math.max(1, (figure / Math.max(1, most)) * height)}
              height={Math.max(1, (figure / Math.max(1, most)) * height)}
              data-today={i === bars.length - 1 || undefined}
            />
          ),
        )}
      </svg>
      <p className="muted">
        {most > 0 && highest ? `Most ${most.toLocaleString('en-US')} on ${dayName(highest.day)} · ` : ''}
        {(bars.at(-1)?.figure ?? 0).toLocaleString('en-US')} today
      </p>
    </figure>
  );
}

/** The same figures as rows. A day of new jobs opens its jobs where this device has exactly these. */
function DayTable({ days, zone }: { days: readonly DayFigures[]; zone: string }) {
  const format = useFormat();
  const opens = useSession().may('staging.read');
  const held = useDaysOnDevice(days.map(({ day }) => day));
  const first = days[0]?.day;
  return (
    <details className="days-table">
      <summary>Figures by day</summary>
      <p className="muted">
        Days of the zone {zone.replaceAll('_', ' ')}. Each job counts once a day.
        {first !== undefined && ` Figures are kept since ${format.date(first)} or longer.`}
      </p>
      <table className="place-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, newJobs, closedJobs, postedJobs }) => (
            <tr key={day}>
              <th scope="row">{format.date(day)}</th>
              <td>
                <RowsLink to={jobsPath(`seen:${day}`)} opens={opens && newJobs > 0 && held.get(day) === newJobs}>
                  {newJobs.toLocaleString('en-US')}
                </RowsLink>
              </td>
              <td>{closedJobs.toLocaleString('en-US')}</td>
              <td>{postedJobs.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
