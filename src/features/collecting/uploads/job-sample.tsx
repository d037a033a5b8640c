import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import '#src/ui/table/data-table.css';
import type { Preview } from './use-job-upload.ts';

type Sample = Preview['sample'][number];

const fields = (
  'providerJobId title facility city state degree specialty shift billRate payPerHour payPerWeek hoursPerWeek startDate durationDays ' +
  'positions workType'
).split(' ');
const money = new Set(['billRate', 'payPerHour', 'payPerWeek']);
const numbers = new Set([...money, 'hoursPerWeek', 'durationDays', 'positions']);
/** Columns that a person misses; others need not be in a file. */
const wanted = new Set('title facility city state degree specialty shift billRate startDate durationDays'.split(' '));

/** The first jobs of a file as they would be staged. Columns without values are only named. */
export function JobSample({ sample, jobs }: { sample: readonly Sample[]; jobs: number }) {
  const format = useFormat();
  const names = useFieldNames();
  const labels = fields.map((key) => [key, key === 'positions' ? names.of(key, 'Positions') : names.of(key)] as const);
  const has = (key: string) => sample.some((job) => job[key] !== null && job[key] !== undefined);
  const shown = labels.filter(([key]) => has(key));
  const missing = labels.filter(([key]) => wanted.has(key) && !has(key)).map(([, label]) => label.toLowerCase());
  const cell = (job: Sample, key: string) => {
    const value = job[key] ?? null;
    if (money.has(key)) return format.money(typeof value === 'number' ? value : null);
    if (key === 'startDate') return format.localDate(typeof value === 'string' ? value : null);
    if (key === 'durationDays') return format.duration(typeof value === 'number' ? value : null);
    if (key === 'workType') return value === null ? '—' : names.workType(Number(value));
    return value ?? '—';
  };
  return (
    <section className="upload-sample" aria-label="First jobs">
      <h2>{sample.length < jobs ? `First ${sample.length} of ${counted(jobs, 'job')}` : counted(jobs, 'job')}</h2>
      {missing.length > 0 && <p className="muted">Not in these rows: {missing.join(', ')}.</p>}
      <div className="rows-scroll card" tabIndex={0} role="group" aria-label="First jobs in the file">
        <table className="rows">
          <thead>
            <tr>
              {shown.map(([key, label]) => (
                <th key={key} data-align={numbers.has(key) ? 'end' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((job, index) => (
              <tr key={index}>
                {shown.map(([key, label], place) => (
                  <td key={key} data-align={numbers.has(key) ? 'end' : undefined} data-label={place === 0 ? undefined : label}>
                    {cell(job, key)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
