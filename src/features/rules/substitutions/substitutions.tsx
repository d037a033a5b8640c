import type { FieldNames } from '#domain/job-list/field-names.ts';
import { substitutions } from '#domain/rules/substitute.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSubstitutionLists } from '#src/entities/substitution/substitution-lists.ts';
import { useVendorTexts } from '#src/entities/substitution/use-vendor-texts.ts';
import { TabRow, TabsPage, useTab } from '#src/ui/page/tabs-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { NameList } from '../substitution-names/name-list.tsx';
import { RuleList } from '../substitution-rules/rule-list.tsx';
import { VendorValues } from '../vendor-values/vendor-values.tsx';
import { UploadRules } from './upload-rules.tsx';

const kindsOf = (names: FieldNames) =>
  [
    ['degree', names.many('degree', 'Degrees')],
    ['specialty', names.many('specialty', 'Specialties')],
  ] as const;
const views = [
  ['rules', 'Rules'],
  ['names', 'Names'],
  ['values', 'VMS values'],
] as const;
const typeOf = { degree: 2, specialty: 3 } as const;

/** Substitutions: names that replace vendors’ degrees and specialties before mapping. */
export function Substitutions() {
  const kinds = kindsOf(useFieldNames());
  const kind = useTab('kind', kinds);
  const view = useTab('view', views);
  const type = typeOf[kind[0]];
  const listsOf = useSubstitutionLists();
  const texts = useVendorTexts(type);
  if (!listsOf) return <Waiting />;
  const lists = listsOf(type);
  const running = substitutions(lists.rules, lists.targets);
  const matched = texts?.filter(({ text }) => running.some((one) => one.matches(text))) ?? [];
  return (
    <TabsPage
      title="Substitutions"
      note="Replaces vendors’ degree and specialty names with one name before mapping"
      actions={!lists.readOnly && <UploadRules kind={kind[0]} />}
      tabs={
        <>
          <TabRow
            label="Kind"
            tabs={kinds}
            tab={kind}
            counts={{ degree: listsOf(2).rules.length, specialty: listsOf(3).rules.length }}
          />
          <TabRow
            label="List"
            tabs={views}
            tab={view}
            counts={{ rules: lists.rules.length, names: lists.targets.length, values: matched.length }}
          />
        </>
      }
    >
      {view[0] === 'rules' && <RuleList lists={lists} texts={texts} />}
      {view[0] === 'names' && <NameList lists={lists} />}
      {view[0] === 'values' && <VendorValues running={running} texts={texts} />}
    </TabsPage>
  );
}
