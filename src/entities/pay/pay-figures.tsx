import type { Pay, PayProblem } from '#domain/pay/pay.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import './pay-figures.css';

/** A job's pay and margin: the two results first, then the figures behind them, or what is missing to compute them. */
export function PayFigures({ pay, currency }: { pay: Pay | PayProblem; currency: string }) {
  const format = useFormat();
  if ('missing' in pay) return <p className="muted">{pay.words}</p>;
  const money = (amount: number) => format.money(amount, currency);
  const overtime = pay.overtimeHoursPerWeek > 0 ? `, ${format.number(pay.overtimeHoursPerWeek)} overtime` : '';
  const lines = [
    ['Regular pay', `${money(pay.regularPayPerHour)} per hour`],
    ['Stipends', `${money(pay.stipendsPerWeek)} per week`],
    ['Hours', `${format.number(pay.hoursPerWeek)} per week${overtime}`],
    ['Bill after fee', `${money(pay.netBillPerWeek)} per week`],
    ['Wages and stipends', `${money(pay.costPerWeek)} per week`],
    ['Margin per hour', money(pay.marginPerHour)],
    ['Margin %', `${format.number(pay.marginPercent)} %`],
  ] as const;
  return (
    <dl className="pay-figures">
      <div className="pay-answer">
        <dt>Inclusive pay</dt>
        <dd>
          <b>{money(pay.inclusivePayPerHour)}</b> per hour
        </dd>
      </div>
      <div className="pay-answer" data-loss={pay.marginPerWeek < 0 || undefined}>
        <dt>Margin</dt>
        <dd>
          <b>{money(pay.marginPerWeek)}</b> per week
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
