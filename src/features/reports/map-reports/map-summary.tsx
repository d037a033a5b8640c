import { useNavigate } from 'react-router-dom';
import { mapSummaryLines, mapSummaryReport } from '#domain/reports/mapping/map-summary.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useReportList } from '../kit/use-report-list.ts';

/** `/report_mapsummary`: how much of each source is mapped. */
export const MapSummaryReport = () => <OfTarget isForTexts>{(choice) => <Summary choice={choice} />}</OfTarget>;

function Summary({ choice }: { choice: TargetChoice }) {
  const targetId = choice.target.id;
  const { rows: sources } = useCollection('source');
  const { answer } = useGridAnswer({ kind: 'facility', targetId } as const, (client, question) => client.mapTally(question));
  const list = useReportList(mapSummaryReport, answer && mapSummaryLines(sources, answer, targetId));
  const navigate = useNavigate();
  return (
    <ReportPage
      report={mapSummaryReport}
      list={list}
      rowKey={({ id }) => id}
      actions={<TargetPick choice={choice} />}
      rowActions={[
        {
          label: 'Map facilities',
          run: ({ mapTo }) => mapTo !== null && navigate(mapTo),
          when: ({ mapTo }) => mapTo !== null,
        },
      ]}
    />
  );
}
