import { OfTarget } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { LinesOfTarget } from './field-mapping/field-mapping-list.tsx';
import { FlexOfTarget } from './flex-mapping/flex-list.tsx';

/** `/atsFieldMapping`: what each field of a target's job orders gets. */
export const AtsFieldMapping = () => <OfTarget>{(choice) => <TabsOfTarget key={choice.target.id} choice={choice} />}</OfTarget>;

const tabNames = [
  ['lines', 'Fields'],
  ['flex', 'Flex mapping'],
] as const;

function TabsOfTarget({ choice }: { readonly choice: TargetChoice }) {
  const tab = useTab('tab', tabNames);
  const tabs = <TabRow label="Kind of mapping" tabs={tabNames} tab={tab} />;
  return tab[0] === 'flex' ? <FlexOfTarget choice={choice} tabs={tabs} /> : <LinesOfTarget choice={choice} tabs={tabs} />;
}
