import './actions/actions.css';
import { AssignSheet } from './actions/assign-sheet.tsx';
import { FacilitySheet } from './actions/facility-sheet.tsx';
import { ReapplySheet } from './actions/reapply-sheet.tsx';
import { RecreateSheet } from './actions/recreate-sheet.tsx';
import { RefreshSheet } from './actions/refresh-sheet.tsx';
import type { SheetProps } from './actions/sheet.ts';
import { SupportSheet } from './actions/support-sheet.tsx';
import { FillSheet } from './fill/fill-sheet.tsx';
import { PasteSheet } from './fill/paste-sheet.tsx';

/** Beside the grid: what an action would do before it does it, and afterward what came of it. */
export function ActionSheet(props: SheetProps) {
  switch (props.wish.key) {
    case 'assign':
      return <AssignSheet {...props} />;
    case 'fill':
      return <FillSheet {...props} />;
    case 'paste':
      return <PasteSheet {...props} />;
    case 'reapply':
      return <ReapplySheet {...props} />;
    case 'refresh':
      return <RefreshSheet {...props} />;
    case 'doNotStaff':
      return <FacilitySheet {...props} />;
    case 'recreate':
      return <RecreateSheet {...props} />;
    case 'support':
      return <SupportSheet {...props} />;
    default:
      return null;
  }
}
