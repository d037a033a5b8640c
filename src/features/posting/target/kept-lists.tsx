import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { KeptList, KeptListName, listTargetLists } from '#contract/posting/target-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';

const labelsOf = (names: FieldNames): Readonly<Record<KeptListName, string>> => ({
  facility: 'Clients',
  degree: names.many('degree', 'Degrees'),
  specialty: names.many('specialty', 'Specialties'),
  shift: names.many('shift', 'Shifts'),
  contact: 'Contacts',
  vms: 'VMS shifts',
  msp: 'MSP',
  orderType: 'Order types',
  region: 'Regions',
});

type Props = { readonly row: TargetRow } & Pick<ReplyOf<typeof listTargetLists>, 'lists' | 'kept'>;

/** For each list of a target: where its entries come from, when it was last read, and whether people may change it in Jobdock. */
export function KeptLists({ row, lists, kept }: Props) {
  const labels = labelsOf(useFieldNames());
  return (
    <div className="target-setting">
      <h3>Where each list comes from</h3>
      <ul className="target-kept">
        {kept.map((list) => (
          <li key={list.list}>
            <strong>{labels[list.list]}</strong>
            <span>
              {originOf(list, row.name)} <LastRead list={list} readAt={readAtOf(lists, list)} />
            </span>
            <span className="muted">{upkeepOf(list)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** “395 read from Bullhorn, 5 added in Jobdock.” */
function originOf({ list, values, addedHere }: KeptList, target: string): string {
  const read = values - addedHere;
  if (values === 0) return 'No entries.';
  if (list === 'region') return `${counted(values, 'entry', 'entries')} in the settings.`;
  const parts = [
    ...(read > 0 ? [`${read.toLocaleString('en-US')} read from ${target}`] : []),
    ...(addedHere > 0 ? [`${addedHere.toLocaleString('en-US')} added in Jobdock`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function readAtOf(lists: Props['lists'], { list }: KeptList): string | null {
  const found = lists.find(({ kind }) => kind === list);
  return (
    [found?.wholeAt, found?.changesAt]
      .flatMap((at) => at ?? [])
      .sort()
      .at(-1) ?? null
  );
}

function LastRead({ list: { uploadedAt }, readAt }: { readonly list: KeptList; readonly readAt: string | null }) {
  return (
    <span className="muted">
      {readAt !== null && (
        <>
          Last read <Ago at={readAt} />.{' '}
        </>
      )}
      {uploadedAt !== null && (
        <>
          Last file <Ago at={uploadedAt} />.
        </>
      )}
    </span>
  );
}

function upkeepOf({ list, isKeptHere }: KeptList): string {
  if (list === 'region') return 'Used when a facility is added.';
  if (isKeptHere === null) return 'Kept in Jobdock.';
  return isKeptHere ? 'People may change it in Jobdock.' : 'Not changed by people in Jobdock.';
}
