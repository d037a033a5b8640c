import { useSearchParams } from 'react-router-dom';
import type { SubstitutionRuleRow, SubstitutionTargetRow, SubstitutionType } from '#contract/rows/rule-rows.ts';
import { substitutions } from '#domain/rules/substitute.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { CountTabs } from '#src/ui/count-tabs/count-tabs.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { RuleLines } from './rule-lines.tsx';
import { TargetLines } from './target-lines.tsx';
import { UploadRules } from './upload-rules.tsx';
import { useVendorTexts } from './use-vendor-texts.ts';
import { VendorValues } from './vendor-values.tsx';
import './substitutions.css';

const kinds = [
  ['degree', 'Degrees'],
  ['specialty', 'Specialties'],
] as const;
const views = [
  ['rules', 'Rules'],
  ['names', 'Names'],
  ['values', 'VMS values'],
] as const;
type View = (typeof views)[number][0];
const typeOf = { degree: 2, specialty: 3 } as const;

/** What this screen works on: the names and rules of one kind. */
export type Lists = {
  readonly type: SubstitutionType;
  readonly targets: readonly SubstitutionTargetRow[];
  readonly rules: readonly SubstitutionRuleRow[];
  readonly readOnly: boolean;
};

/** Substitutions: what vendors’ degrees and specialties are called before they are mapped. */
export function Substitutions() {
  const { may } = useSession();
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') === 'specialty' ? 'specialty' : 'degree';
  const view = views.find(([key]) => key === params.get('view'))?.[0] ?? 'rules';
  const targets = useCollection('substitutionTarget');
  const rules = useCollection('substitutionRule');
  const type = typeOf[kind];
  const texts = useVendorTexts(type);
  if (!targets.ready || !rules.ready) return <Waiting />;
  const of = <T extends { objectType: number; purged: boolean }>(rows: readonly T[], wanted: number) =>
    rows.filter(({ objectType, purged }) => objectType === wanted && !purged);
  const lists: Lists = { type, targets: of(targets.rows, type), rules: of(rules.rows, type), readOnly: !may('rules.write') };
  const running = substitutions(lists.rules, lists.targets);
  const matched = texts?.filter(({ text }) => running.some((one) => one.matches(text))) ?? [];
  const show = (next: { kind?: string; view?: string }) =>
    setParams((now) => new URLSearchParams({ ...Object.fromEntries(now), ...next }), { replace: true });
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Substitutions"
        note="Replaces vendors’ degree and specialty names with one name before mapping"
        actions={!lists.readOnly && <UploadRules kind={kind} />}
      />
      <CountTabs
        label="Kind"
        tabs={kinds}
        current={kind}
        onTab={(next) => show({ kind: next })}
        counts={{ degree: of(rules.rows, 2).length, specialty: of(rules.rows, 3).length }}
      />
      <CountTabs<View>
        label="List"
        tabs={views}
        current={view}
        onTab={(next) => show({ view: next })}
        counts={{ rules: lists.rules.length, names: lists.targets.length, values: matched.length }}
      />
      {view === 'rules' && <RuleLines lists={lists} texts={texts} />}
      {view === 'names' && <TargetLines lists={lists} />}
      {view === 'values' && <VendorValues running={running} texts={texts} />}
    </section>
  );
}
