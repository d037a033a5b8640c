import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { useWatchedLongWork } from '#src/entities/long-work/watch-long-work.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { density, singleKeys } from '#src/entities/session/device-settings.ts';
import { useRememberVisit } from '#src/entities/session/last-visit.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { hotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import { type Arrival, ArrivalOfRows } from '#src/ui/page/arrival.ts';
import { OpenScreens } from '#src/ui/screen/open-screens.ts';
import { useScrollToPart } from '#src/ui/screen/part-address.ts';
import { HelpDialog } from '../help/help-dialog.tsx';
import { BottomBar } from '../navigation/bottom-bar.tsx';
import { RowTabs } from '../navigation/row-tabs.tsx';
import { Sidebar } from '../navigation/sidebar.tsx';
import { usePlace } from '../navigation/use-place.ts';
import { Palette } from '../palette/palette.tsx';
import { sidebarNarrow } from '../settings/shell-settings.ts';
import { DisclaimerGate } from './disclaimer-gate.tsx';
import { useGoTo } from './go-to.ts';
import { Header } from './header.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { WorkingAs } from './working-as.tsx';
import './shell.css';

/** Loaded only for those whom it concerns. */
const BillingNotice = lazy(() =>
  import('#src/features/billing/notice/billing-notice.tsx').then((m) => ({ default: m.BillingNotice })),
);
const NoticeBanner = lazy(() =>
  import('#src/features/support/banner/notice-banner.tsx').then((m) => ({ default: m.NoticeBanner })),
);

/** The frame around every screen after sign-in. */
export function Shell() {
  const { role, customer } = useSession();
  const [open, setOpen] = useState(false);
  const [help, setHelp] = useState<string | null>(null);
  const onHelp = () => setHelp('');
  const [narrow, setNarrow] = useSetting(sidebarNarrow);
  useDeviceSettings();
  useWatchedLongWork();
  useRememberVisit();
  useFocusOnScreenChange();
  const { hash, pathname } = useLocation();
  useScrollToPart(`${pathname}${hash}`);
  useGoTo({ onSidebar: () => setNarrow(!narrow), onHelp });
  const place = usePlace();
  const close = () => setOpen(false);
  return (
    <div
      className="shell"
      data-acting={role.actingAs ? true : undefined}
      data-guest={customer.id !== role.customerId || undefined}
      data-narrow={narrow || undefined}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <WorkingAs />
      <Sidebar open={open} onNavigate={close} />
      {open && <button type="button" className="sidebar-veil" aria-label="Close menu" onClick={close} />}
      <Header sidebarOpen={open} onSidebar={() => setOpen(!open)} onHelp={onHelp} />
      <main id="main" className="main" tabIndex={-1} key={customer.id} data-screen={place.screen?.id}>
        <Loading />
        {role.hasBillingProblem && (
          <Suspense>
            <BillingNotice />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <NoticeBanner />
        </Suspense>
        <RowTabs />
        <OpenScreens value={place.open}>
          <ArrivalOfRows value={useArrival()}>
            <Outlet />
          </ArrivalOfRows>
        </OpenScreens>
      </main>
      <BottomBar open={open} onMore={() => setOpen(!open)} />
      <Palette onHelp={setHelp} />
      <HelpDialog about={help} onClose={() => setHelp(null)} />
      <DisclaimerGate />
      <LeaveGuard />
      <KeptRuleGrounds key={`grounds of ${customer.id}`} />
    </div>
  );
}

/** Loads once per customer what pay and rule tests need, so that they work offline. */
function KeptRuleGrounds() {
  useRuleGrounds();
  return null;
}

function useArrival(): Arrival {
  const { phase, lastSyncedAt } = useSyncState();
  if (lastSyncedAt !== null) return 'whole';
  return phase === 'offline' ? 'unreachable' : 'arriving';
}

/** A thin bar while a screen's code loads. The old screen stays usable. */
function Loading() {
  const busy = useNavigation().state !== 'idle';
  return busy ? <div className="loading-bar" role="progressbar" aria-label="Loading screen" /> : null;
}

function useDeviceSettings(): void {
  const [wanted] = useSetting(density);
  const [letters] = useSetting(singleKeys);
  useEffect(() => {
    document.documentElement.dataset['density'] = wanted;
  }, [wanted]);
  useEffect(() => hotkeys.allowLetters(letters), [letters]);
}

/** On a new screen, the heading takes the focus so that screen readers announce it. A new query or panel keeps the focus. */
function useFocusOnScreenChange(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (pathname === last.current) return;
    last.current = pathname;
    const heading = document.querySelector<HTMLElement>('#page-title') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
