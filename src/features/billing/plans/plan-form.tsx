import * as z from 'zod';
import { listPlanPrices, type PricedPlan, savePlanPrices } from '#contract/billing/plans.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { MoneyField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const price = z.number('Write a price, 0 or more').nullable();
const Draft = z.object({ monthPrice: price, connectionPrice: price, userPrice: price });

/** The list prices of a plan. */
export function PlanForm({ row: plan, onClose }: EditorProps<PricedPlan>) {
  const form = useForm(Draft, {
    initial: {
      monthPrice: Number(plan.monthPrice),
      connectionPrice: Number(plan.connectionPrice),
      userPrice: Number(plan.userPrice),
    },
    onSubmit: useSave(savePlanPrices, {
      args: ({ monthPrice, connectionPrice, userPrice }: z.output<typeof Draft>) => ({
        id: plan.id,
        monthPrice: monthPrice ?? Number.NaN,
        connectionPrice: connectionPrice ?? Number.NaN,
        userPrice: userPrice ?? Number.NaN,
      }),
      said: () => ({ detail: plan.name }),
      refreshes: [listPlanPrices],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`Prices of ${plan.name}`} saveLabel="Save prices" form={form} blocked={useBlocked()} onClose={onClose}>
      <p className="muted">
        For customers that get this plan from now on. Customers that have it keep the prices they agreed to; those are in the
        Billing tab of the customer.
      </p>
      <MoneyField label="Plan, a month" required {...form.field('monthPrice')} />
      <MoneyField label="Added VMS connection, a month" required {...form.field('connectionPrice')} />
      <MoneyField label="Added user, a month" required {...form.field('userPrice')} />
    </FormDialog>
  );
}
