import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { Choice } from '#src/entities/mapping/use-candidates.ts';

type NoGoodMatchProps = { readonly best: Choice | undefined; readonly kind: MapKind; readonly target: TargetRow };

/** Says that none of the suggestions is likely, before the user accepts one. */
export function NoGoodMatch({ best, kind, target }: NoGoodMatchProps) {
  const closest = best?.suggestion && `The closest is ${best.ats.name}, at ${best.suggestion.certainty}%. `;
  return (
    <div className="inbox-none" role="note">
      <b>No good match</b>
      <p>
        {closest}
        {kind === 'facility'
          ? `Add the facility to ${target.name}, search for it, or leave it unmapped for now.`
          : `Search all values in ${target.name}, or leave it unmapped for now.`}
      </p>
    </div>
  );
}
