import { targetKind } from '#domain/targets/target-kinds.ts';
import { useTargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { AtsFieldList } from './ats-field-list.tsx';
import { FieldList } from './field-list.tsx';

const views = [
  ['product', 'Product fields'],
  ['ats', 'ATS fields'],
] as const;

/** The fields of a job, and those that the chosen target’s ATS has for it. */
export function FieldDefinitions() {
  const view = useTab('view', views);
  const { choice } = useTargetChoice();
  // Without an ATS that lists its fields there is nothing to switch to.
  if (!choice?.targets.some(({ typeId }) => targetKind(typeId).hasFieldList)) return <FieldList tabs={null} />;
  const tabs = <TabRow label="Fields of" tabs={views} tab={view} />;
  return view[0] === 'ats' ? <AtsFieldList key={choice.target.id} choice={choice} tabs={tabs} /> : <FieldList tabs={tabs} />;
}
