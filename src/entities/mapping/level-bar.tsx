import type { ListPart } from '#domain/mapping/hierarchy.ts';
import type { AtsChoice } from '#src/workers/match-api.ts';

/** Where in the hierarchy of a list the picker looks: at one level, or under one parent. Null: in the whole list. */
export type LevelPlace = { readonly level: number } | { readonly parents: readonly [AtsChoice, ...AtsChoice[]] } | null;

/** The part of the list at a place. The parents are those that the user went through; the last one counts. */
export const partAt = (place: LevelPlace): ListPart | null =>
  place && 'parents' in place ? { parentId: place.parents.at(-1)?.extId ?? '' } : place;

/** The place under a value. */
export const downTo = (place: LevelPlace, value: AtsChoice): LevelPlace =>
  place && 'parents' in place ? { parents: [...place.parents, value] } : { parents: [value] };

/** The place above: the earlier parent, or the first level. */
export function upFrom(place: LevelPlace): LevelPlace {
  if (!place || 'level' in place) return null;
  const [first, ...more] = place.parents.slice(0, -1);
  return first ? { parents: [first, ...more] } : { level: 1 };
}

type Props = {
  readonly levels: number;
  readonly place: LevelPlace;
  readonly onPlace: (place: LevelPlace) => void;
};

/** Goes through the levels of a list whose values belong to each other, such as clients of a parent client. */
export function LevelBar({ levels, place, onPlace }: Props) {
  const parent = place && 'parents' in place ? place.parents.at(-1) : undefined;
  const chosen = place === null ? 0 : 'level' in place ? place.level : null;
  return (
    <div className="level-bar" role="group" aria-label="Level">
      {Array.from({ length: levels + 1 }, (_, level) => (
        <button key={level} type="button" aria-pressed={chosen === level} onClick={() => onPlace(level === 0 ? null : { level })}>
          {level === 0 ? 'All levels' : `Level ${level}`}
        </button>
      ))}
      {parent && (
        <span className="level-under">
          <span className="choice-more">Under {parent.name}</span>
          <button type="button" onClick={() => onPlace(upFrom(place))}>
            Up
          </button>
        </span>
      )}
    </div>
  );
}
