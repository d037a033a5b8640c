import { SegmentedControl } from '@mantine/core';
import { type PaySettings, readPaySettings, savePaySettings } from '#contract/rules/pay.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { usePaySetup } from '#src/entities/pay/use-pay-setup.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { MoneyField, NumberField, SavedNumber } from '#src/ui/form/number-fields.tsx';
import { SettingsPage, SettingsPart } from '#src/ui/page/settings-page.tsx';
import { PayPreview } from '../pay-preview/pay-preview.tsx';
import { Burdens, DegreePays, Fees } from '../pay-rates/pay-rates.tsx';
import './pay.css';

const types = [
  { value: '0', label: 'Maximize margin' },
  { value: '1', label: 'Maximize inclusive pay' },
];

/** The inputs of pay: calculation type, fees by source, burdens by state, pay rates by degree. Each value saves on blur. */
export function PaySetup() {
  const { may } = useSession();
  const blocked = useBlocked();
  const locked = !may('pay.write') || blocked !== undefined;
  return (
    <SettingsPage
      wide
      title="Pay setup"
      note="Inputs for inclusive pay and margin"
      answer={usePaySetup()}
      what="The pay settings"
    >
      {(pay) => (
        <div className="pay-parts">
          <div className="pay-wide">
            <Calculation pay={pay} locked={locked} />
          </div>
          <div className="pay-wide">
            <PayPreview pay={pay} />
          </div>
          <Fees pay={pay} locked={locked} />
          <DegreePays pay={pay} locked={locked} />
          <Burdens pay={pay} locked={locked} />
        </div>
      )}
    </SettingsPage>
  );
}

type Change = Partial<Pick<PaySettings, 'calcType' | 'regularPayRate' | 'hoursPerWeek'>>;

function Calculation({ pay, locked }: { pay: PaySettings; locked: boolean }) {
  const names = useFieldNames();
  const cust = useSession().customer.id;
  const { id, calcType, regularPayRate, hoursPerWeek } = pay;
  const save = useDo(savePaySettings, {
    args: (change: Change) => {
      const next = { calcType, regularPayRate, hoursPerWeek, ...change };
      return { ...next, id, cust, calcType: next.calcType === 1 ? (1 as const) : (0 as const) };
    },
    said: () => ({ detail: 'Calculation' }),
    refreshes: [readPaySettings],
  });
  return (
    <SettingsPart title="Calculation">
      <SegmentedControl
        aria-label="Calculation type"
        disabled={locked}
        value={String(calcType)}
        onChange={(type) => void save({ calcType: Number(type) })}
        data={types}
      />
      <div className="pay-fields">
        <SavedNumber
          Field={MoneyField}
          label="Regular pay rate ($/hour)"
          disabled={locked}
          value={regularPayRate}
          onSave={(rate) => save({ regularPayRate: rate })}
        />
        <SavedNumber
          Field={NumberField}
          label={names.of('hoursPerWeek')}
          max={168}
          disabled={locked}
          value={hoursPerWeek}
          onSave={(hours) => save({ hoursPerWeek: hours })}
        />
      </div>
    </SettingsPart>
  );
}
