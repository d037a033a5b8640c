import { useLate } from './waiting.tsx';
import '../table/data-table.css';
import './page.css';

const widths = ['62%', '38%', '54%', '30%', '46%'];

/** A loading table that already has its size: as many rows as a page, each as high as a real one, so that nothing moves later. */
export function WaitingRows({ rows }: { rows: number }) {
  const late = useLate();
  return (
    <div className="rows-scroll card" role="status" aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <table className="rows waiting-rows" aria-hidden="true" data-late={late || undefined}>
        <tbody>
          {Array.from({ length: rows + 1 }, (_, row) => (
            <tr key={row}>
              {widths.map((width, i) => (
                <td key={width}>
                  <span className="bone" style={{ width: widths[(i + row) % widths.length] }}>
                    {'\u00a0'}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
