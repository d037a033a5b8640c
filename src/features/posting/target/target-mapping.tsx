import * as z from 'zod';
import type { DocumentedTarget } from '#contract/posting/posting.ts';
import { HierarchyLevel, type MapKind, type TargetRow } from '#contract/rows/rows.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { SwitchField } from '#src/ui/form/fields.tsx';
import { type Bound, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { LevelField } from './level-field.tsx';
import { TargetSettings } from './target-settings.tsx';
import { useSaveTarget } from './use-save-target.ts';

/** Each kind of value: its documented letter and its label. */
const kinds = [
  ['facility', 'F', 'Facilities'],
  ['degree', 'D', 'Degrees'],
  ['specialty', 'S', 'Specialties'],
  ['shift', 'H', 'Shifts'],
] as const satisfies readonly (readonly [MapKind, string, string])[];

const Draft = z.object({
  facility: z.boolean(),
  degree: z.boolean(),
  specialty: z.boolean(),
  shift: z.boolean(),
  mappingRequired: z.boolean(),
  specialtyDependsOnDegree: z.boolean(),
  autoMap: z.boolean(),
  hierarchyLevel: HierarchyLevel,
  mapsItself: z.boolean(),
});

/** Which values of a job are mapped to the target, and what a job needs before it is posted. */
export const TargetMapping = ({ row }: { row: TargetRow }) => (
  <TargetSettings
    row={row}
    id="target-mapping"
    title="Mapping"
    about={`Which values of a job are mapped to the lists of ${row.name}, and what a job needs before it is posted.`}
  >
    {(target) => <MappingForm row={row} target={target} />}
  </TargetSettings>
);

function MappingForm({ row, target }: { row: TargetRow; target: DocumentedTarget }) {
  const save = useSaveTarget();
  const has = (letter: string) => target.mapObjects.includes(letter);
  const home = homeTarget(useCollection('target').rows);
  const isBeside = home !== undefined && home.id !== row.id;
  const form = useForm(Draft, {
    initial: {
      facility: has('F'),
      degree: has('D'),
      specialty: has('S'),
      shift: has('H'),
      mappingRequired: target.mappingRequired,
      specialtyDependsOnDegree: target.specialtyDependsOnDegree,
      autoMap: target.settings['autoMap'] === true,
      hierarchyLevel: target.hierarchyLevel,
      mapsItself: row.mapsItself === true,
    },
    onSubmit: (draft) =>
      save({
        id: row.id,
        name: row.name,
        isDisabled: row.disabled,
        mapObjects: kinds.flatMap(([kind, letter]) => (draft[kind] ? [letter] : [])).join(''),
        mappingRequired: draft.mappingRequired,
        specialtyDependsOnDegree: draft.specialtyDependsOnDegree,
        hierarchyLevel: draft.hierarchyLevel,
        ...(isBeside && { mapsItself: draft.mapsItself }),
        settings: { autoMap: draft.autoMap },
      }),
  });
  return (
    <FormPage bare title={`${row.name} mapping`} form={form} saveLabel="Save mapping" blocked={useBlocked()}>
      <fieldset className="target-kinds">
        <legend>Values that are mapped</legend>
        {kinds.map(([kind, , label]) => (
          <SwitchField key={kind} label={label} {...form.field(kind)} />
        ))}
      </fieldset>
      <SwitchField
        label="Mapping required"
        hint="A job waits until its values are mapped. When off, it is posted with the values that are mapped."
        {...form.field('mappingRequired')}
      />
      <SwitchField
        label="Specialties belong to degrees"
        hint="Only specialties of the mapped degree are offered, so the degree has to be mapped as well."
        {...form.field('specialtyDependsOnDegree')}
      />
      <SwitchField
        label="Auto-map high-confidence matches"
        hint="Suggestions at 95% or higher are accepted automatically, for facilities as well."
        {...form.field('autoMap')}
      />
      {isBeside && <MapsItself row={row} home={home} {...form.field('mapsItself')} />}
      <LevelField {...form.field('hierarchyLevel')} />
    </FormPage>
  );
}

type MapsItselfProps = Bound<boolean> & { readonly row: TargetRow; readonly home: TargetRow };

/** Whether a target beside the first one has mappings of its own. */
const MapsItself = ({ row, home, ...field }: MapsItselfProps) => (
  <SwitchField
    label="Maps for itself"
    hint={`When on, vendors’ texts have mappings of their own for ${row.name}. When off, jobs are posted with the IDs that they are mapped to for ${home.name}: only for another connection to the same ATS account.`}
    {...field}
  />
);
