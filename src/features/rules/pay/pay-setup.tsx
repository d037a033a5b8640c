import { NumberInput, SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint, SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { type PaySettings, saveBurden, saveDegreePay, saveFee, savePaySettings } from '#contract/rules/pay.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { usePaySetup } from '#src/entities/pay/use-pay-setup.ts';
import { CachedNote } from '#src/entities/session/cached-note.tsx';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { TableHead } from '#src/ui/page/table-head.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { PayPreview } from './pay-preview.tsx';
import './pay.css';

type Save = <E extends Endpoint>(endpoint: E, args: SentArgsOf<E>, what: string) => Promise<void>;
type PartProps = { readonly pay: PaySettings; readonly save: Save; readonly locked: boolean };

/** What pay is calculated from: calculation type, fees per source, burdens per state, pay rates per degree. Each value is saved as it is left. */
export function PaySetup() {
  const { may } = useSession();
  const call = useCall();
  const blocked = useBlocked();
  const { reply, at, failure, refresh } = usePaySetup();
  const locked = !may('rates.edit') || blocked !== undefined;
  const save: Save = async (endpoint, args, what) => {
    const answer = await call(endpoint, args);
    if (answer.ok) toast.success({ title: messages.saved, detail: what });
    else toast.error({ title: messages.dataNotSaved, detail: `${what} ${wordsOf(answer.error)}` });
    refresh();
  };
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Pay setup" note="Inputs for inclusive pay and margin" />
      {reply && <CachedNote at={at} failure={failure} />}
      {!reply && !failure && <Waiting />}
      {!reply && failure && (
        <EmptyState kind="no-data" title="The pay setup isn’t on this device">
          <p>{wordsOf(failure)}</p>
        </EmptyState>
      )}
      {reply && (
        <div className="pay-parts">
          <Calculation
            key={JSON.stringify([reply.CalcType, reply.RegularPayRate, reply.TotalHoursPerW])}
            {...{ pay: reply, save, locked }}
          />
          <PayPreview pay={reply} />
          <Fees {...{ pay: reply, save, locked }} />
          <DegreePays {...{ pay: reply, save, locked }} />
          <Burdens {...{ pay: reply, save, locked }} />
        </div>
      )}
    </section>
  );
}

function Calculation({ pay, save, locked }: PartProps) {
  const cust = useSession().customer.id;
  const { ID: id, CalcType, RegularPayRate, TotalHoursPerW } = pay;
  const put = (change: Partial<Pick<PaySettings, 'CalcType' | 'RegularPayRate' | 'TotalHoursPerW'>>) => {
    const next = { CalcType, RegularPayRate, TotalHoursPerW, ...change };
    return save(savePaySettings, { ...next, id, cust, CalcType: next.CalcType === 1 ? 1 : 0 }, 'Calculation.');
  };
  return (
    <section className="card pay-part pay-wide" aria-labelledby="pay-calculation">
      <h2 id="pay-calculation">Calculation</h2>
      <SegmentedControl
        aria-label="Calculation type"
        disabled={locked}
        value={String(CalcType)}
        onChange={(type) => void put({ CalcType: Number(type) })}
        data={[
          { value: '0', label: 'Maximize margin' },
          { value: '1', label: 'Maximize inclusive pay' },
        ]}
      />
      <div className="pay-fields">
        <Amount
          label="Regular pay rate ($/hour)"
          value={RegularPayRate}
          max={10_000}
          locked={locked}
          onSave={(value) => put({ RegularPayRate: value })}
        />
        <Amount
          label="Hours per week"
          value={TotalHoursPerW}
          max={168}
          locked={locked}
          onSave={(value) => put({ TotalHoursPerW: value })}
        />
      </div>
    </section>
  );
}

function Fees({ pay, save, locked }: PartProps) {
  const cust = useSession().customer.id;
  return (
    <Part
      id="pay-fees"
      title="Fees"
      empty={pay.Fees.length === 0 ? 'Fees are set per source. No source has sent jobs yet.' : null}
    >
      <TableHead columns={['Source', 'VMS fee (%)', 'Bill overtime']} />
      <tbody>
        {pay.Fees.map(({ ID: id, Source, VMSFee, BillOvertime }) => (
          <tr key={id}>
            <td>{Source}</td>
            <td>
              <Amount
                key={VMSFee}
                said={`VMS fee for ${Source}, percent`}
                value={VMSFee}
                max={100}
                locked={locked}
                onSave={(fee) => save(saveFee, { id, cust, VMSFee: fee ?? 0, BillOvertime }, `Fee for ${Source}.`)}
              />
            </td>
            <td>
              <Switch
                aria-label={`Bill overtime for ${Source}`}
                disabled={locked}
                checked={BillOvertime}
                onChange={(event) =>
                  void save(saveFee, { id, cust, VMSFee, BillOvertime: event.currentTarget.checked }, `Fee for ${Source}.`)
                }
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Part>
  );
}

function DegreePays({ pay, save, locked }: PartProps) {
  const cust = useSession().customer.id;
  return (
    <Part
      id="pay-degrees"
      title="Pay rates by degree"
      empty={pay.DegreePays.length === 0 ? 'No targets have degrees yet.' : null}
    >
      <TableHead columns={['Degree', 'Target', 'Pay rate ($/hour)']} />
      <tbody>
        {pay.DegreePays.map(({ RecID, TargetName, ObjectName, PayRate }) => (
          <tr key={RecID}>
            <td>{ObjectName}</td>
            <td>{TargetName}</td>
            <td>
              <Amount
                key={PayRate}
                said={`Pay rate for ${ObjectName}, dollars per hour`}
                value={PayRate}
                max={10_000}
                locked={locked}
                onSave={(rate) => save(saveDegreePay, { cust, RecID, PayRate: rate }, `Pay rate for ${ObjectName}.`)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Part>
  );
}

function Burdens({ pay, save, locked }: PartProps) {
  const cust = useSession().customer.id;
  const byState = new Map(pay.Burdens.map((burden) => [burden.State, burden]));
  return (
    <Part id="pay-burdens" title="Burdens by state" empty={null}>
      <TableHead columns={['State', 'Burden (% of pay)']} />
      <tbody>
        {stateNames.map(({ code, name }) => {
          const burden = byState.get(code);
          return (
            <tr key={code}>
              <td>{name}</td>
              <td>
                <Amount
                  key={burden?.Burden}
                  said={`Burden for ${name}, percent`}
                  value={burden?.Burden ?? null}
                  max={100}
                  locked={locked}
                  onSave={(value) =>
                    save(saveBurden, { id: burden?.ID ?? 0, cust, State: code, Burden: value ?? 0 }, `Burden for ${name}.`)
                  }
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Part>
  );
}

function Part({ id, title, empty, children }: { id: string; title: string; empty: string | null; children: React.ReactNode }) {
  return (
    <section className="card pay-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {empty ? (
        <p className="muted">{empty}</p>
      ) : (
        <div className="pay-scroll" tabIndex={0} role="region" aria-labelledby={id}>
          <table>{children}</table>
        </div>
      )}
    </section>
  );
}

type AmountProps = {
  readonly label?: string;
  /** Said for a field in a table, whose heading is its label. */
  readonly said?: string;
  readonly value: number | null;
  readonly max: number;
  readonly locked: boolean;
  readonly onSave: (value: number | null) => Promise<void>;
};

/** A number that is saved when one leaves it; Enter leaves it. */
function Amount({ label, said, value, max, locked, onSave }: AmountProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '');
  return (
    <NumberInput
      {...(label ? { label } : { 'aria-label': said, size: 'xs' })}
      hideControls
      min={0}
      max={max}
      clampBehavior="blur"
      decimalScale={2}
      disabled={locked}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      onBlur={() => {
        const next = typeof typed === 'number' ? typed : null;
        if (next !== value) void onSave(next);
      }}
    />
  );
}
