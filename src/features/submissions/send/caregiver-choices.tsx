import { mostCaregivers } from '#contract/submissions/submissions.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { type Caregiver, nameOf } from './send-request.ts';

type Line = Caregiver & { readonly name: string };

const col = columnsOf<Line>();
const columnsWith = (names: FieldNames) => [
  col('name', 'Caregiver'),
  col('degree', names.of('degree')),
  col('specialty', names.of('specialty')),
  col('email', 'Email'),
  col('caregiverId', 'ID'),
];

type Props = {
  caregivers: readonly Caregiver[];
  /** The ID of the chosen one. */
  chosen: string | null;
  onChoose: (caregiver: Caregiver) => void;
};

/** The caregivers that a search found. */
export function CaregiverChoices({ caregivers, chosen, onChoose }: Props) {
  const columns = columnsWith(useFieldNames());
  const lines = caregivers.map((caregiver): Line => ({ ...caregiver, name: nameOf(caregiver) }));
  const list = usePagedList(lines, { sort: 'name', searchIn: ['name', 'email'], sizes: [20, 50, 100] });
  return (
    <section className="send-found" aria-label="Caregivers found">
      <h2>Caregivers found</h2>
      {caregivers.length >= mostCaregivers && (
        <p className="muted">{`The first ${mostCaregivers}. Enter more of the name to find the others.`}</p>
      )}
      <ListBody list={list} noun="caregiver" isKept={false}>
        <DataTable
          list={list}
          label="Caregivers"
          columns={columns}
          rowKey={({ caregiverId }) => caregiverId}
          actions={[
            {
              label: ({ caregiverId }) => (caregiverId === chosen ? 'Chosen' : 'Choose'),
              run: onChoose,
              online: true,
            },
          ]}
        />
      </ListBody>
    </section>
  );
}
