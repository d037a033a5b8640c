import { Link } from 'react-router-dom';
import type { ChartOpens } from '#domain/reports/charts/drawn-chart.ts';
import { useFormat } from '../format/use-format.tsx';
import { TableHead } from '../page/table-head.tsx';
import type { ChartProps } from './chart-part.tsx';

/** The chart as a table: the same bars with the same figures, which open the same rows. */
export function ChartTable({ drawn: { kind, head, columns, bars }, label, hrefOf }: ChartProps) {
  const format = useFormat();
  const opened = (text: string, opens: ChartOpens) => {
    const to = text === '' ? null : hrefOf(opens);
    return to === null ? text : <Link to={to}>{text}</Link>;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keys
    <div className="chart-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <TableHead columns={[head, ...columns]} />
        <tbody>
          {bars.map(({ key, name, note, opens, cells }) => (
            <tr key={key}>
              <th scope="row">
                {opened(kind === 'calendar' ? format.localDate(name) : name, opens)}
                {note !== '' && <span className="muted chart-note">{note}</span>}
              </th>
              {cells.map((cell, i) => (
                <td key={columns[i]}>{opened(cell.text, cell.opens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
