import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { CallList } from './call-list.tsx';
import { EngineList } from './engine-list.tsx';
import { ModelList } from './model-list.tsx';
import './models.css';

const parts = [
  ['models', 'Models'],
  ['engines', 'Engines'],
  ['calls', 'Calls'],
] as const;

/** `/aimodels`: the models that answer prompts, the engines that they belong to, and what they were asked. */
export function ModelsScreen() {
  const tab = useTab('show', parts);
  const tabs = <TabRow label="AI" tabs={parts} tab={tab} />;
  if (tab[0] === 'engines') return <EngineList tabs={tabs} />;
  return tab[0] === 'calls' ? <CallList tabs={tabs} /> : <ModelList tabs={tabs} />;
}
