import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import type { Screen } from '#src/ui/screen/screen.ts';
import { WhoCanGive } from './who-can.tsx';

/** In place of a screen that the user may not open: its title, and who can change that. */
export function NoAccess({ screen: { title, audience } }: { screen: Screen }) {
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={title} />
      <EmptyState kind="no-right" title={`You don’t have access to ${title}`}>
        {isForStaff(audience) ? <p>Only Jobdock staff can open {title}.</p> : <WhoCanGive right={audience} />}
      </EmptyState>
    </section>
  );
}

type Audience = Screen['audience'];
type OfStaff = 'public' | 'everyone' | 'admin' | 'admin.customers' | 'admin.system';
const ofStaff: readonly Audience[] = [
  'public',
  'everyone',
  'admin',
  'admin.customers',
  'admin.system',
] satisfies readonly OfStaff[];
const isForStaff = (audience: Audience): audience is OfStaff => ofStaff.includes(audience);
