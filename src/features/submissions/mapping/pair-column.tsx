import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import type { Choice, Choices } from './pairs.ts';

type Rows = readonly { readonly id: number; readonly name: string }[] | null | undefined;

type Props = {
  title: string;
  keys: readonly [degree: Choice, specialty: Choice];
  /** The entries to choose from; nothing while they load. */
  degrees: Rows;
  specialties: Rows;
  choices: Choices;
  problems: Readonly<Record<string, string>>;
  onChoose: (key: Choice, value: string) => void;
};

/** One of the three columns of a new mapping: a degree and a specialty. */
export function PairColumn({ title, keys: [degree, specialty], degrees, specialties, choices, problems, onChoose }: Props) {
  const names = useFieldNames();
  const bound = (key: Choice) => ({
    name: key,
    'data-path': key,
    value: choices[key],
    error: problems[key],
    onChange: (value: string) => onChoose(key, value),
  });
  return (
    <fieldset>
      <legend>{title}</legend>
      <ReferenceField label={names.of('degree')} choices={referencesOf(degrees ?? null)} {...bound(degree)} />
      <ReferenceField
        label={names.of('specialty')}
        disabled={!specialties || specialties.length === 0}
        placeholder={choices[degree] === '' && specialties?.length === 0 ? 'Choose a degree first' : 'Type a name or an ID'}
        choices={referencesOf(specialties ?? null)}
        {...bound(specialty)}
      />
    </fieldset>
  );
}
