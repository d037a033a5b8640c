import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { parseShift } from '../parsing/parse-shift.ts';
import type { Candidate } from './candidate/candidate.ts';
import { facilityCandidates } from './facility/facility-candidates.ts';
import { buildFacilityIndex, type FacilityText } from './facility/facility-index.ts';
import { learnFacilities } from './facility/learned-facilities.ts';
import { type GroupChoices, slotOf, withGroup } from './learned-group.ts';
import { shiftCandidates } from './shift-candidates.ts';
import { buildTermIndex, learnedTermKey, termCandidates } from './term/term-index.ts';
import type { SoughtValue } from './text/value-key.ts';

/** Finds the values of one target that a vendor's text may mean. Ids are the ATS's own. */
export type Matcher = (sought: SoughtValue, limit: number) => readonly Candidate<string>[];

/**
 * Creates the matcher of one target's lists. It learns from earlier mappings by people of this customer and, for texts that none
 * of them decided, of their group. Browser, worker and service use the same one. Each list is indexed on first use.
 */
export function createMatcher(
  values: readonly AtsValueRow[],
  mapped: readonly MapValueRow[],
  group: GroupChoices = new Map(),
): Matcher {
  const own = ownMatcher(values, mapped);
  if (group.size === 0) return own;
  const mine = new Set(mapped.filter(({ how }) => how === 'person').map(slotOf));
  return (sought, limit) => {
    const slot = slotOf(sought);
    return withGroup(own(sought, limit), mine.has(slot) ? undefined : group.get(slot), limit);
  };
}

function ownMatcher(values: readonly AtsValueRow[], mapped: readonly MapValueRow[]): Matcher {
  const accepted = mapped.filter((row) => row.how === 'person' && row.mappedId !== null);
  const builders: Record<MapKind, () => Matcher> = {
    facility: () => facilityMatcher(values, accepted),
    degree: () => termMatcher('degree', values, accepted),
    specialty: () => termMatcher('specialty', values, accepted),
    shift: () => shiftMatcher(values),
  };
  const built = new Map<MapKind, Matcher>();
  return (sought, limit) => {
    const known = built.get(sought.kind) ?? builders[sought.kind]();
    built.set(sought.kind, known);
    return known(sought, limit);
  };
}

const ofKind = (values: readonly AtsValueRow[], kind: MapKind) => values.filter((value) => value.kind === kind && value.active);
const orUndefined = (text: string | null): string | undefined => text ?? undefined;

function facilityMatcher(values: readonly AtsValueRow[], accepted: readonly MapValueRow[]): Matcher {
  const textOf = (row: Pick<MapValueRow, 'address' | 'city' | 'state' | 'zip'>, name: string): FacilityText => ({
    name,
    address: orUndefined(row.address),
    city: orUndefined(row.city),
    state: orUndefined(row.state),
    zip: orUndefined(row.zip),
  });
  const index = buildFacilityIndex(
    ofKind(values, 'facility').map((value) => ({ id: value.extId, ...textOf(value, value.name) })),
  );
  const learned = learnFacilities(
    accepted.flatMap((row) =>
      row.kind === 'facility' && row.mappedId !== null ? [{ source: textOf(row, row.text), target: row.mappedId, times: 1 }] : [],
    ),
  );
  return (sought, limit) => facilityCandidates(index, textOf(sought, sought.text), limit, learned);
}

function termMatcher(kind: 'degree' | 'specialty', values: readonly AtsValueRow[], accepted: readonly MapValueRow[]): Matcher {
  const degrees = new Map(ofKind(values, 'degree').map((value) => [value.extId, value.name]));
  const terms = ofKind(values, kind).map((value) => ({
    id: value.extId,
    name: value.name,
    degree: value.parentId === null ? undefined : degrees.get(value.parentId),
  }));
  const index = buildTermIndex(
    kind,
    terms,
    accepted.flatMap((row) => (row.kind === kind && row.mappedId !== null ? [{ text: row.text, target: row.mappedId }] : [])),
  );
  const learned = new Map(
    accepted.flatMap((row) =>
      row.kind === kind && row.mappedId !== null
        ? [[learnedTermKey({ text: row.text, degree: orUndefined(row.within) }), row.mappedId] as const]
        : [],
    ),
  );
  return (sought, limit) => termCandidates(index, { text: sought.text, degree: orUndefined(sought.within) }, limit, learned);
}

function shiftMatcher(values: readonly AtsValueRow[]): Matcher {
  const targets = ofKind(values, 'shift').map((value) => ({ id: value.extId, name: value.name, parts: parseShift(value.name) }));
  return (sought, limit) => shiftCandidates(targets, { text: sought.text, parts: parseShift(sought.text) }, limit);
}
