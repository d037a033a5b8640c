import { stateLabels } from '#domain/submissions/words.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { PackageDocuments } from './package-documents.tsx';
import type { Asked, Check } from './send-request.ts';

/** What the check found: the mapping at each step, documents, required fields, and earlier submissions. */
export function CheckFacts({ check, asked, onAdded }: { check: Check; asked: Asked; onAdded: () => void }) {
  const { degree, specialty, requiredFields, earlier } = check;
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
      <PackageDocuments check={check} asked={asked} onAdded={onAdded} />
      {requiredFields.length > 0 && (
        <div>
          <h3>Required by the destination</h3>
          <ul>
            {requiredFields.map(({ name, isFilled }) => (
              <li key={name}>
                {name.charAt(0).toUpperCase() + name.slice(1)} {!isFilled && <StateBadge tone="bad">Missing</StateBadge>}
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
