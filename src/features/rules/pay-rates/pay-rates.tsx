import { Switch } from '@mantine/core';
import { type PaySettings, readPaySettings, saveBurden, saveDegreePay, saveFee } from '#contract/rules/pay.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { MoneyField, PercentField, SavedNumber } from '#src/ui/form/number-fields.tsx';
import { SettingsTable } from '#src/ui/page/settings-table.tsx';
import { columnsOf } from '#src/ui/table/column.ts';

type Props = { pay: PaySettings; locked: boolean };
type Fee = PaySettings['fees'][number];
type DegreePay = PaySettings['degreePays'][number];
type Burden = { state: string; name: string; id: number; percent: number | null };
type Cell = { label: string; locked: boolean; value: number | null; onSave: (value: number | null) => unknown };
const refreshes = [readPaySettings];

const percentCell = ({ locked, ...cell }: Cell) => (
  <SavedNumber Field={PercentField} hideLabel max={100} disabled={locked} {...cell} />
);
const moneyCell = ({ locked, ...cell }: Cell) => <SavedNumber Field={MoneyField} hideLabel disabled={locked} {...cell} />;

const feeCol = columnsOf<Fee>();
const feeColumns = (names: FieldNames, locked: boolean, save: (fee: Fee) => Promise<boolean>) => [
  feeCol('source', names.of('source')),
  feeCol('vmsFee', 'VMS fee (%)', {
    cell: (fee) =>
      percentCell({
        label: `VMS fee of ${fee.source}, percent`,
        locked,
        value: fee.vmsFee,
        onSave: (percent) => save({ ...fee, vmsFee: percent ?? 0 }),
      }),
  }),
  feeCol('billOvertime', 'Bill overtime', {
    cell: (fee) => (
      <Switch
        aria-label={`Bill overtime of ${fee.source}`}
        disabled={locked}
        checked={fee.billOvertime}
        onChange={(event) => void save({ ...fee, billOvertime: event.currentTarget.checked })}
      />
    ),
  }),
];

export function Fees({ pay, locked }: Props) {
  const cust = useSession().customer.id;
  const save = useDo(saveFee, {
    args: ({ id, vmsFee, billOvertime }: Fee) => ({
      id,
      cust,
      vmsFee,
      billOvertime,
    }),
    said: (_, { source }) => ({ detail: `Fee for ${source}` }),
    refreshes,
  });
  const empty = 'Fees are set per source. No source has sent jobs yet.';
  const columns = feeColumns(useFieldNames(), locked, save);
  return <SettingsTable title="Fees" rows={pay.fees} sort="source" columns={columns} rowKey={({ id }) => id} empty={empty} />;
}

const degreeCol = columnsOf<DegreePay>();
const degreeColumns = (names: FieldNames, locked: boolean, save: (pay: DegreePay) => Promise<boolean>) => [
  degreeCol('name', names.of('degree')),
  degreeCol('targetName', 'Target'),
  degreeCol('payRate', 'Pay rate ($/hour)', {
    cell: (row) =>
      moneyCell({
        label: `Pay rate of ${row.name}, dollars per hour`,
        locked,
        value: row.payRate,
        onSave: (PayRate) => save({ ...row, payRate: PayRate }),
      }),
  }),
];

export function DegreePays({ pay: { degreePays: rows }, locked }: Props) {
  const cust = useSession().customer.id;
  const save = useDo(saveDegreePay, {
    args: ({ id, payRate }: DegreePay) => ({ cust, id, payRate }),
    said: (_, { name }) => ({ detail: `Pay rate for ${name}` }),
    refreshes,
  });
  const table = { rows, sort: 'name', rowKey: ({ id }: DegreePay) => id } as const;
  return (
    <SettingsTable
      title="Pay rates by degree"
      {...table}
      columns={degreeColumns(useFieldNames(), locked, save)}
      empty="No targets have degrees yet."
    />
  );
}

const burdenCol = columnsOf<Burden>();
const burdenColumns = (names: FieldNames, locked: boolean, save: (burden: Burden) => Promise<boolean>) => [
  burdenCol('name', names.of('state')),
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
    args: ({ id, state, percent }: Burden) => ({ id, cust, state, burden: percent ?? 0 }),
    said: (_, { name }) => ({ detail: `Burden for ${name}` }),
    refreshes,
  });
  const known = new Map(pay.burdens.map((burden) => [burden.state, burden]));
  const rows = stateNames.map(({ code, name }): Burden => {
    const burden = known.get(code);
    return { state: code, name, id: burden?.id ?? 0, percent: burden?.burden ?? null };
  });
  const table = { rows, sort: 'name', rowKey: ({ state }: Burden) => state } as const;
  return <SettingsTable title="Burdens by state" {...table} columns={burdenColumns(useFieldNames(), locked, save)} empty="" />;
}
