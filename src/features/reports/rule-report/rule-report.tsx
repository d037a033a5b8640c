import { labelOfField } from '#domain/fields/label-words.ts';
import { ruleReport, ruleReportLines } from '#domain/reports/rules/rule-report.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { actionLabel } from '#src/entities/rule/action-types.ts';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useReportList } from '../kit/use-report-list.ts';

/** Every rule of the customer with a description. Reads this device's data, so it works offline. */
export function RuleReport() {
  const { ready, rows } = useRules();
  const { labels } = useFieldNames();
  const list = useReportList(ruleReport, ready ? ruleReportLines(rows, actionLabel, labelOfField(labels)) : null);
  return <ReportPage report={ruleReport} list={list} rowKey={({ id }) => id} />;
}
