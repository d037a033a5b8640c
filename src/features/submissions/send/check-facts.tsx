import { stateLabels } from '#domain/submissions/words.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import type { Check } from './send-request.ts';

/** What the check found: the mapping at each step, documents, required fields, and earlier submissions. */
export function CheckFacts({ check: { degree, specialty, documents, requiredFields, earlier } }: { check: Check }) {
  const names = useFieldNames();
  return (
    <div className="send-facts">
      <div>
        <h3>Mapping</h3>
        <ul>
          <Mapped label={names.of('degree')} steps={degree} />
          <Mapped label={names.of('specialty')} steps={specialty} />
        </ul>
      </div>
      <div>
        <h3>Documents of the package</h3>
        {documents.length === 0 ? <p className="muted">No package asks for documents.</p> : <Documents documents={documents} />}
      </div>
      {requiredFields.length > 0 && (
        <div>
          <h3>Required by the destination</h3>
          <ul>
            {requiredFields.map(({ name, isFilled }) => (
              <li key={name}>
                {name} {!isFilled && <StateBadge tone="bad">Missing</StateBadge>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {earlier.length > 0 && <EarlierOnes earlier={earlier} />}
    </div>
  );
}

function Mapped({ label, steps: { source, own, destination } }: { label: string; steps: Check['degree'] }) {
  return (
    <li>
      {label}: {source || '—'} → {own ?? <StateBadge tone="bad">Not mapped</StateBadge>} →{' '}
      {destination ?? <StateBadge tone="bad">Not mapped</StateBadge>}
    </li>
  );
}

function Documents({ documents }: { documents: Check['documents'] }) {
  const { localDate } = useFormat();
  return (
    <ul>
      {documents.map(({ name, isFound, expires }) => (
        <li key={name}>
          {name} {isFound ? expires !== null && <span className="muted">until {localDate(expires)}</span> : <Missing />}
        </li>
      ))}
    </ul>
  );
}

const Missing = () => <StateBadge tone="bad">Missing</StateBadge>;

function EarlierOnes({ earlier }: { earlier: Check['earlier'] }) {
  const { stamp } = useFormat();
  return (
    <div>
      <h3>Put forward here before</h3>
      <ul>
        {earlier.map(({ id, by, state, status, at }) => (
          <li key={id}>
            {`${by === '' ? 'The ATS' : by}: ${status || stateLabels[state]} `}
            <span className="muted">{`${stamp(at)}, submission ${id}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
