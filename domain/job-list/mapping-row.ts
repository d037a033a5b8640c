import type { MapValueRow } from '#contract/rows/rows.ts';
import type { MapLookupRow } from './job-columns.ts';

/** Gives the name of a value of the ATS by its id; the id itself where the lists do not have it. */
type NameOf = (id: string) => string;

/** What a distinct vendor text is mapped to. A suggestion counts only as long as nothing is chosen. `sync` marks an unsent change. */
export const sharedMapping = (value: MapValueRow, nameOf: NameOf, sync: string | null): MapLookupRow => {
  const { mappedId, suggestedId } = value;
  const isOpen = mappedId === null;
  return {
    Name: isOpen ? null : nameOf(mappedId),
    MapId: mappedId,
    Certainty: value.certainty,
    How: isOpen ? null : value.how,
    Suggestion: isOpen && suggestedId !== null ? nameOf(suggestedId) : null,
    SuggestedId: isOpen ? suggestedId : null,
    Sync: sync,
    Ignored: value.ignored,
  };
};

/** The same for a job's own override. */
export const ownMapping = (id: string, nameOf: NameOf): MapLookupRow => ({
  Name: nameOf(id),
  MapId: id,
  Certainty: null,
  How: 'job',
  Suggestion: null,
  SuggestedId: null,
  Sync: null,
  Ignored: false,
});
