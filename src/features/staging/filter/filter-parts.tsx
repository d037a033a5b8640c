import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { isZip } from '#domain/query/near.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { ChoiceBox, TextBox } from './filter-boxes.tsx';
import { coded, mappedChoices, mappedFlags, milesOffered, type PartProps, textBoxes } from './filter-choices.ts';

/** Mapping as a whole, and of each kind. */
export function MappingPart({ filter, set }: PartProps) {
  const names = useFieldNames();
  const choices = mappedChoices.map((label, code) => ({ value: String(code), label }));
  return (
    <section className="filter-part" aria-label="Mapping">
      <h3>Mapping</h3>
      {[{ key: 'mappingStatus' as const, label: 'All that the target needs' }, ...mappedFlags(names)].map(({ key, label }) => (
        <div key={key} className="filter-flag">
          <span>{label}</span>
          <SegmentedControl
            size="xs"
            aria-label={`${label}: mapped`}
            value={String(filter[key] ?? 0)}
            data={choices}
            onChange={(value) => set({ [key]: coded<'fmapped'>(value) })}
          />
        </div>
      ))}
    </section>
  );
}

/** City, state, and the distance from a zip code. */
export function PlacePart({ filter, set }: PartProps) {
  const names = useFieldNames();
  // The query has no part for miles without a whole zip code.
  const [chosen, setChosen] = useState(filter.distance ?? 0);
  const miles = filter.distance ?? chosen;
  const zip = filter.zip ?? '';
  const offered = milesOffered.some((one) => one === miles) ? milesOffered : [...milesOffered, miles];
  const isPart = miles > 0 && zip !== '' && !isZip(zip);
  return (
    <section className="filter-part" aria-label="Place">
      <h3>Place</h3>
      <div className="filter-boxes">
        <TextBox
          label={names.of('zip')}
          value={zip}
          placeholder="89501"
          error={isPart ? `A distance needs the whole ${names.of('zip', 'zip code')}, such as 89501.` : undefined}
          onValue={(next) => set({ zip: next, distance: miles })}
        />
        <ChoiceBox
          label="Distance"
          value={String(miles)}
          choices={offered.map((one) => ({
            value: String(one),
            label: one === 0 ? `${names.of('zip', 'Zip code')} only` : `${one} miles`,
          }))}
          onValue={(value) => {
            setChosen(Number(value));
            set({ zip, distance: Number(value) });
          }}
        />
        <TextBox label={names.of('city')} value={filter.city ?? ''} onValue={(city) => set({ city })} />
        <TextBox label={names.of('state')} value={filter.state ?? ''} placeholder="TX, CA" onValue={(state) => set({ state })} />
      </div>
    </section>
  );
}

/** Texts of the vendor, each searched in one field. */
export function TextPart({ filter, set }: PartProps) {
  const names = useFieldNames();
  return (
    <section className="filter-part" aria-label="Texts of the vendor">
      <h3>Texts of the vendor</h3>
      <div className="filter-boxes">
        {textBoxes(names).map(({ key, label }) => (
          <TextBox key={key} label={label} value={filter[key] ?? ''} onValue={(value) => set({ [key]: value })} />
        ))}
      </div>
    </section>
  );
}
