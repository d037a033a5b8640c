import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { listAtsObjects } from '#contract/mapping/reference-lists.ts';
import { listSpecialtyDegrees, saveSpecialtyDegree } from '#contract/mapping/specialty-degrees.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import './reference.css';

type Line = ReplyOf<typeof listSpecialtyDegrees>[number];
type Choices = { id: string; name: string }[];

const col = columnsOf<Line>();
const columnsIn = (names: FieldNames) => [
  col('specialtyName', names.of('specialty')),
  col('specialtyExternalId', 'ATS ID'),
  col('degreeName', names.of('degree')),
];

/** `/specialtydegrees`: the degree that each ATS specialty belongs to. */
export const SpecialtyDegrees = () => <OfTarget>{(choice) => <Specialties key={choice.target.id} choice={choice} />}</OfTarget>;

function Specialties({ choice }: { choice: TargetChoice }) {
  const names = useFieldNames();
  const columns = columnsIn(names);
  const { target } = choice;
  const { customer, may } = useSession();
  const cached = useReply(listSpecialtyDegrees, { targetId: target.id });
  const degrees = useReply(listAtsObjects, { type: '2', target: target.id, cust: customer.id, pageSize: 1000, page: 1 });
  const choices = degrees.reply?.rows.map(({ externalId, name }) => ({ id: externalId, name })) ?? [];
  const list = usePagedList(cached.reply, {
    from: cached,
    sort: 'specialtyName',
    searchIn: ['specialtyName', 'specialtyExternalId', 'degreeName'],
    sizes: pagerSizes,
  });
  const save = useSave(target, cached.refresh);
  return (
    <ListPage
      title="Specialty degrees"
      noun="specialty"
      plural="specialties"
      list={list}
      actions={<TargetPick choice={choice} />}
    >
      <DataTable
        list={list}
        label={names.many('specialty', 'Specialties')}
        columns={columns}
        rowKey={(line) => line.specialtyExternalId}
        {...(may('lists.write') && { control: (line: Line) => degreeOf(line, choices, save) })}
      />
    </ListPage>
  );
}

function useSave(target: TargetRow, onDone: () => void) {
  const call = useCall();
  return async (line: Line, degree: string | null): Promise<void> => {
    const args = { specExtId: line.specialtyExternalId, targetId: target.id, degreeExternalId: degree };
    const answer = await call(saveSpecialtyDegree, args);
    if (!answer.ok) return void toast.error({ title: messages.dataNotSaved, detail: errorMessage(answer.error) });
    toast.success({ title: messages.saved, detail: line.specialtyName });
    onDone();
  };
}

const degreeOf = (line: Line, choices: Choices, save: ReturnType<typeof useSave>) => (
  <Degree line={line} choices={choices} save={save} />
);

function Degree({ line, choices, save }: { line: Line; choices: Choices; save: ReturnType<typeof useSave> }) {
  const blocked = useBlocked();
  return (
    <div className="degree-pick">
      <ReferenceField
        label={`Degree for ${line.specialtyName}`}
        hideLabel
        name="degree"
        data-path="degree"
        placeholder="Any degree"
        disabled={blocked !== undefined}
        choices={choices}
        value={line.degreeExternalId}
        onChange={(degree) => void save(line, degree || null)}
      />
    </div>
  );
}
