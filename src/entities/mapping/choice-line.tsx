import './mapping.css';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import { headline } from './reason-text.ts';
import type { Choice } from './use-candidates.ts';

/** A facility's location in one line; '' when unknown. */
export const placeOf = ({
  address,
  city,
  state,
}: {
  address: string | null;
  city: string | null;
  state: string | null;
}): string => [address, [city, state].filter(Boolean).join(' ')].filter(Boolean).join(', ');

type ChoiceLineProps = {
  readonly choice: Choice;
  /** Digit key that chooses it, or null. */
  readonly digit: number | null;
  readonly current: boolean;
  /** The other candidate's name. Words that differ from it are highlighted. */
  readonly differsFrom: string | null;
};

/** One value to choose: its digit, certainty, name, place, and main reason. */
export function ChoiceLine({ choice, digit, current, differsFrom }: ChoiceLineProps) {
  const names = useFieldNames();
  const { ats, suggestion } = choice;
  const place = placeOf(ats);
  const above = ats.parent === null ? '' : ats.kind === 'facility' ? `part of ${ats.parent}` : ats.parent;
  const why = suggestion ? headline(suggestion.reasons, names) : '';
  return (
    <>
      <span className="choice-digit" aria-hidden="true">
        {digit ?? ''}
      </span>
      <span className="choice-text">
        <span className="choice-name">
          <Name name={ats.name} other={differsFrom} />
          {current && <span className="state-badge">current</span>}
        </span>
        {(above || place || why) && <span className="choice-more">{[above, place, why].filter(Boolean).join(' · ')}</span>}
      </span>
      {suggestion ? <CertaintyPill value={suggestion.certainty} /> : <span className="choice-id">{ats.extId}</span>}
    </>
  );
}

function Name({ name, other }: { name: string; other: string | null }) {
  if (other === null) return <span>{name}</span>;
  const theirs = new Set(other.toLowerCase().split(/\W+/));
  return (
    <span>
      {name.split(/(\s+)/).map((word, i) =>
        /\w/.test(word) && !theirs.has(word.toLowerCase().replace(/\W+/g, '')) ? (
          <b key={i} className="choice-differs">
            {word}
          </b>
        ) : (
          word
        ),
      )}
    </span>
  );
}
