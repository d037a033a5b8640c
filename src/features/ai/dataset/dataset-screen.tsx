import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { TabRow, TabsPage, useTab } from '#src/ui/page/tabs-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { AddOpenJobs, DatasetActions } from './dataset-actions.tsx';
import { DatasetFacts } from './dataset-facts.tsx';
import { Differences } from './differences.tsx';
import { Guidelines } from './guidelines.tsx';
import { LabelRows } from './label-rows.tsx';
import { useDataset } from './use-dataset.ts';
import './dataset.css';

const tabs = [
  ['label', 'To label'],
  ['differences', 'Differences'],
  ['guidelines', 'Guidelines'],
] as const;

/** `/aidataset`: descriptions of a customer’s jobs, and what people say that they say. Works without a connection. */
export function DatasetScreen() {
  const dataset = useDataset();
  const tab = useTab('show', tabs);
  const customer = useSession().customer.name;
  const { all, ready, disputed, found } = dataset;
  const isEmpty = ready && all.length === 0;
  return (
    <TabsPage
      title="AI dataset"
      note={ready ? `${counted(all.length, 'description')} of ${customer}` : customer}
      actions={<DatasetActions isEmpty={isEmpty} />}
      tabs={
        <TabRow
          label="Views of the dataset"
          tabs={tabs}
          tab={tab}
          counts={ready ? { label: found.length, differences: disputed.length } : null}
        />
      }
    >
      {!ready && <Waiting />}
      {isEmpty && tab[0] !== 'guidelines' && (
        <EmptyState kind="first-use" title="No descriptions yet">
          <p>
            Add the descriptions of the open jobs, or upload a JSONL file. The built-in engine reads each one, and people correct
            it.
          </p>
          <AddOpenJobs />
        </EmptyState>
      )}
      {ready && !isEmpty && tab[0] !== 'guidelines' && <DatasetFacts dataset={dataset} />}
      {ready && !isEmpty && tab[0] === 'label' && <LabelRows dataset={dataset} />}
      {ready && !isEmpty && tab[0] === 'differences' && <Differences rows={disputed} />}
      {tab[0] === 'guidelines' && <Guidelines />}
    </TabsPage>
  );
}
