import type { Pay, PayProblem } from '#domain/pay/pay.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import './pay-figures.css';

/** What a job pays and leaves: the two answers first, then what they follow from; or what is missing to work them out. */
export function PayFigures({ pay, currency }: { pay: Pay | PayProblem; currency: string }) {
  const format = useFormat();
  if ('missing' in pay) return <p className="muted">Not worked out. {pay.words}</p>;
  const money = (amount: number) => format.money(amount, currency);
  const overtime = pay.overtimeHoursPerWeek > 0 ? `, ${format.number(pay.overtimeHoursPerWeek)} of them overtime` : '';
  const lines = [
    ['Regular pay', `${money(pay.regularPayPerHour)} an hour`],
    ['Stipends', `${money(pay.stipendsPerWeek)} a week`],
    ['Hours', `${format.number(pay.hoursPerWeek)} a week${overtime}`],
    ['Bill after the fee', `${money(pay.netBillPerWeek)} a week`],
    ['Wages and stipends', `${money(pay.costPerWeek)} a week`],
    ['Margin an hour', money(pay.marginPerHour)],
    ['Margin of the bill', `${format.number(pay.marginPercent)} %`],
  ] as const;
  return (
    <dl className="pay-figures">
      <div className="pay-answer">
        <dt>Inclusive pay</dt>
        <dd>
          <b>{money(pay.inclusivePayPerHour)}</b> an hour
        </dd>
      </div>
      <div className="pay-answer" data-loss={pay.marginPerWeek < 0 || undefined}>
        <dt>Margin</dt>
        <dd>
          <b>{money(pay.marginPerWeek)}</b> a week
        </dd>
      </div>
      {lines.map(([label, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
