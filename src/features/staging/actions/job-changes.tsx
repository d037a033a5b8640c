import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { historyLine, type Told } from '../panel/history/history-labels.ts';

/** A job with what changed in it, one sentence each. */
export function JobChanges({
  job,
  children,
}: {
  job: { providerJobId: string; title: string | null; changes: Told[] };
  children?: React.ReactNode;
}) {
  const { providerJobId, title, changes } = job;
  const names = useFieldNames();
  return (
    <li>
      <div>
        <b className="mono">{providerJobId}</b>
        <span>{title}</span>
        {children}
      </div>
      {changes.map((change) => (
        <p key={change.field} className="muted">
          {historyLine(change, names)}
        </p>
      ))}
    </li>
  );
}
