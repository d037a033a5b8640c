import { Switch } from '@mantine/core';
import { type PaySettings, readPaySettings, saveBurden, saveDegreePay, saveFee } from '#contract/rules/pay.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { MoneyField, PercentField, SavedNumber } from '#src/ui/form/number-fields.tsx';
import { SettingsTable } from '#src/ui/page/settings-table.tsx';
import { columnsOf } from '#src/ui/table/column.ts';

type Props = { pay: PaySettings; locked: boolean };
type Fee = PaySettings['Fees'][number];
type DegreePay = PaySettings['DegreePays'][number];
type Burden = { State: string; name: string; id: number; percent: number | null };
type Cell = { label: string; locked: boolean; value: number | null; onSave: (value: number | null) => unknown };
const refreshes = [readPaySettings];

const percentCell = ({ locked, ...cell }: Cell) => (
  <SavedNumber Field={PercentField} hideLabel max={100} disabled={locked} {...cell} />
);
const moneyCell = ({ locked, ...cell }: Cell) => <SavedNumber Field={MoneyField} hideLabel disabled={locked} {...cell} />;

const feeCol = columnsOf<Fee>();
const feeColumns = (locked: boolean, save: (fee: Fee) => Promise<boolean>) => [
  feeCol('Source', 'Source'),
  feeCol('VMSFee', 'VMS fee (%)', {
    cell: (fee) =>
      percentCell({
        label: `VMS fee of ${fee.Source}, percent`,
        locked,
        value: fee.VMSFee,
        onSave: (percent) => save({ ...fee, VMSFee: percent ?? 0 }),
      }),
  }),
  feeCol('BillOvertime', 'Bill overtime', {
    cell: (fee) => (
      <Switch
        aria-label={`Bill overtime of ${fee.Source}`}
        disabled={locked}
        checked={fee.BillOvertime}
        onChange={(event) => void save({ ...fee, BillOvertime: event.currentTarget.checked })}
      />
    ),
  }),
];

export function Fees({ pay, locked }: Props) {
  const cust = useSession().customer.id;
  const save = useDo(saveFee, {
    args: ({ ID: id, VMSFee, BillOvertime }: Fee) => ({ id, cust, VMSFee, BillOvertime }),
    said: (_, { Source }) => ({ detail: `Fee for ${Source}` }),
    refreshes,
  });
  const empty = 'Fees are set per source. No source has sent jobs yet.';
  const columns = feeColumns(locked, save);
  return <SettingsTable title="Fees" rows={pay.Fees} sort="Source" columns={columns} rowKey={({ ID }) => ID} empty={empty} />;
}

const degreeCol = columnsOf<DegreePay>();
const degreeColumns = (locked: boolean, save: (pay: DegreePay) => Promise<boolean>) => [
  degreeCol('ObjectName', 'Degree'),
  degreeCol('TargetName', 'Target'),
  degreeCol('PayRate', 'Pay rate ($/hour)', {
    cell: (row) =>
      moneyCell({
        label: `Pay rate of ${row.ObjectName}, dollars per hour`,
        locked,
        value: row.PayRate,
        onSave: (PayRate) => save({ ...row, PayRate }),
      }),
  }),
];

export function DegreePays({ pay: { DegreePays: rows }, locked }: Props) {
  const cust = useSession().customer.id;
  const save = useDo(saveDegreePay, {
    args: ({ RecID, PayRate }: DegreePay) => ({ cust, RecID, PayRate }),
    said: (_, { ObjectName }) => ({ detail: `Pay rate for ${ObjectName}` }),
    refreshes,
  });
  const table = { rows, sort: 'ObjectName', rowKey: ({ RecID }: DegreePay) => RecID } as const;
  return (
    <SettingsTable
      title="Pay rates by degree"
      {...table}
      columns={degreeColumns(locked, save)}
      empty="No targets have degrees yet."
    />
  );
}

const burdenCol = columnsOf<Burden>();
const burdenColumns = (locked: boolean, save: (burden: Burden) => Promise<boolean>) => [
  burdenCol('name', 'State'),
  burdenCol('percent', 'Burden (% of pay)', {
    cell: (row) =>
      percentCell({
        label: `Burden of ${row.name}, percent`,
        locked,
        value: row.percent,
        onSave: (percent) => save({ ...row, percent }),
      }),
  }),
];

export function Burdens({ pay, locked }: Props) {
  const cust = useSession().customer.id;
  const save = useDo(saveBurden, {
    args: ({ id, State, percent }: Burden) => ({ id, cust, State, Burden: percent ?? 0 }),
    said: (_, { name }) => ({ detail: `Burden for ${name}` }),
    refreshes,
  });
  const known = new Map(pay.Burdens.map((burden) => [burden.State, burden]));
  const rows = stateNames.map(({ code: State, name }): Burden => {
    const burden = known.get(State);
    return { State, name, id: burden?.ID ?? 0, percent: burden?.Burden ?? null };
  });
  const table = { rows, sort: 'name', rowKey: ({ State }: Burden) => State } as const;
  return <SettingsTable title="Burdens by state" {...table} columns={burdenColumns(locked, save)} empty="" />;
}
