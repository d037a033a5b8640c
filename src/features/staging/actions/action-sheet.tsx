import './actions.css';
import { AssignSheet } from './assign-sheet.tsx';
import { FacilitySheet } from './facility-sheet.tsx';
import { ReapplySheet } from './reapply-sheet.tsx';
import { RecreateSheet } from './recreate-sheet.tsx';
import { RefreshSheet } from './refresh-sheet.tsx';
import type { SheetProps } from './sheet.ts';

/** Beside the grid: what an action would do before it does it, and afterward what came of it. */
export function ActionSheet(props: SheetProps) {
  switch (props.wish.key) {
    case 'assign':
      return <AssignSheet {...props} />;
    case 'reapply':
      return <ReapplySheet {...props} />;
    case 'refresh':
      return <RefreshSheet {...props} />;
    case 'doNotStaff':
      return <FacilitySheet {...props} />;
    case 'recreate':
      return <RecreateSheet {...props} />;
    default:
      return null;
  }
}
