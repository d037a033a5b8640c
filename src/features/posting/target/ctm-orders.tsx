import { Link } from 'react-router-dom';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { listSourceOrderTypes } from '#contract/mapping/order-types.ts';
import { type DocumentedTarget, saveTarget } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { usualVoidReason } from '#domain/targets/settings/default-ids.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { TargetSettings } from './target-settings.tsx';
import { useSaveTarget } from './use-save-target.ts';

const Draft = z.object({
  onlyLongTermOrders: z.boolean(),
  onlyShifts: z.boolean(),
  voidReason: saveTarget.args.shape.voidReason.unwrap(),
});

/** Which orders CTM gets, why an order is canceled there, and the order types of sources. */
export const CtmOrders = ({ row }: { row: TargetRow }) => (
  <>
    <TargetSettings
      row={row}
      id="ctm-orders"
      title="Orders"
      about="CTM has long-term orders and per-diem shifts. Jobdock posts long-term orders."
    >
      {(target) => <OrdersForm row={row} target={target} />}
    </TargetSettings>
    <OrderTypes row={row} />
  </>
);

function OrdersForm({ row, target }: { row: TargetRow; target: DocumentedTarget }) {
  const save = useSaveTarget();
  const { settings } = target;
  const form = useForm(Draft, {
    initial: {
      onlyLongTermOrders: settings['onlyLongTermOrders'] === true,
      onlyShifts: settings['onlyShifts'] === true,
      voidReason: target.voidReason,
    },
    onSubmit: ({ voidReason, ...chosen }) =>
      save({ id: row.id, name: row.name, isDisabled: row.disabled, voidReason, settings: chosen }, () =>
        form.set('voidReason', voidReason === '' ? usualVoidReason : voidReason),
      ),
  });
  // They exclude each other: switching one on switches the other off.
  const choose = (on: 'onlyLongTermOrders' | 'onlyShifts', off: 'onlyLongTermOrders' | 'onlyShifts') => (value: boolean) =>
    form.setAll({ [on]: value, ...(value && { [off]: false }) });
  return (
    <FormPage bare title={`${row.name} orders`} form={form} saveLabel="Save orders" blocked={useBlocked()}>
      <SwitchField
        label="Long-term orders only"
        hint="Per-diem jobs are not posted, and staging says why."
        {...form.field('onlyLongTermOrders')}
        onChange={choose('onlyLongTermOrders', 'onlyShifts')}
      />
      <SwitchField
        label="Shifts only"
        hint="Travel and permanent jobs are not posted, and staging says why."
        {...form.field('onlyShifts')}
        onChange={choose('onlyShifts', 'onlyLongTermOrders')}
      />
      <TextField
        label="Void reason"
        hint={`Why an order is canceled in CTM. Blank becomes “${usualVoidReason}”.`}
        {...form.field('voidReason')}
      />
    </FormPage>
  );
}

function OrderTypes({ row }: { row: TargetRow }) {
  const { reply, problem } = useReply(listSourceOrderTypes, { orderType: '5', targetId: row.id });
  const chosen = reply?.filter(({ orderTypeExternalId }) => orderTypeExternalId !== null) ?? [];
  return (
    <section className="card target-card" aria-labelledby="ctm-types">
      <h2 id="ctm-types">Order types</h2>
      <p className="muted">New orders get the order type of their source, or else the default of their work type.</p>
      {reply === null && problem === null && <Waiting rows={2} label="Loading order types" />}
      {reply === null && problem !== null && (
        <p role="status">
          {messages.listsNotRead} {problem}
        </p>
      )}
      {reply !== null && chosen.length === 0 && <p className="muted">No source has an order type of its own.</p>}
      {chosen.length > 0 && (
        <ul className="target-lines">
          {chosen.map(({ id, source, orderTypeName, orderTypeExternalId }) => (
            <li key={id}>
              <span className="muted">{source}</span>
              <span>{orderTypeName ?? orderTypeExternalId}</span>
            </li>
          ))}
        </ul>
      )}
      <Link to={pathTo('/ordertypes', {}, { target: row.id })}>Choose order types by source</Link>
    </section>
  );
}
