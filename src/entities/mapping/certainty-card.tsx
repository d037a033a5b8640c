import type { MapValueRow } from '#contract/rows/rows.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { ReasonCard } from './reason-card.tsx';
import { useCandidates } from './use-candidates.ts';

type CertaintyCardProps = { readonly valueId: number; readonly targetId: number };

/** Explains the certainty of a text's mapping or suggestion. */
export function CertaintyCard({ valueId, targetId }: CertaintyCardProps) {
  const { ready, row } = useRow('mapValue', valueId);
  const found = useCandidates(targetId, row ?? null, '');
  if (!ready || (row && !found.ready)) return <span className="muted">Loading…</span>;
  if (!row) return <span className="muted">This value no longer exists.</span>;
  const wanted = row.mappedId ?? row.suggestedId;
  const suggestion = found.choices.find(({ ats }) => ats.extId === wanted)?.suggestion;
  return (
    <>
      {row.mappedId !== null && <p className="choice-more">{howLabel(row)}</p>}
      {suggestion ? (
        <ReasonCard certainty={row.certainty ?? suggestion.certainty} name={suggestion.ats.name} reasons={suggestion.reasons} />
      ) : (
        <p>The matcher would not suggest this value{row.how === 'person' ? '. A person chose it.' : '.'}</p>
      )}
    </>
  );
}

function howLabel({ how, by }: MapValueRow): string {
  if (how === 'person') return by ? `Mapped by ${by}` : 'Mapped by a person';
  return how === 'ai' ? '✦ Mapped by AI' : 'Mapped automatically';
}
