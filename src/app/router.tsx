import { lazy, Suspense } from 'react';
import {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  Navigate,
  type RouteObject,
  useLocation,
  useRouteError,
} from 'react-router-dom';
import { useSession, useSessionState } from '#src/entities/session/session.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Broken } from '#src/ui/page/error-boundary.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { Screen } from '#src/ui/screen/screen.ts';
import { useDocumentTitle } from '#src/ui/screen/use-document-title.ts';
import { mayOpen } from './screens/may-open.ts';
import { screens } from './screens/screens.ts';
import { Start } from './start/start.tsx';

/** The shell and the local data are separate chunks, so that sign-in does not wait for them. */
const loadSignedIn = () => import('./shell/signed-in.tsx');
const SignedIn = lazy(() => loadSignedIn().then((m) => ({ default: m.SignedIn })));

const NoAccess = lazy(() => import('#src/entities/access/no-access.tsx').then((m) => ({ default: m.NoAccess })));

const EnrollFirst = lazy(() => import('./session/enroll-first.tsx').then((m) => ({ default: m.EnrollFirst })));

/** Loads the shell while the service confirms the session. */
export const prefetchSignedIn = (): void => void loadSignedIn().catch(() => undefined);

/** Routes of one screen: one per documented pattern. */
function routesOf(screen: Screen): RouteObject[] {
  return screen.at.map((path) => ({
    path,
    lazy: async () => ({ Component: screened(screen, (await screen.load()).Component) }),
    errorElement: <ScreenBroken what={screen.title} />,
  }));
}

/** Shows a message on a screen that the user has no right to, instead of failing at its first call. */
function screened(screen: Screen, Content: React.ComponentType): React.ComponentType {
  if (screen.audience === 'public') {
    return function Public() {
      useDocumentTitle(screen.title);
      return <Content />;
    };
  }
  return function Screened() {
    const session = useSession();
    if (mayOpen(session, screen)) return <Content />;
    return (
      <Suspense fallback={null}>
        <NoAccess screen={screen} />
      </Suspense>
    );
  };
}

/** Guards the screens behind sign-in: waits for the session, or redirects to sign-in and back. */
function Gate() {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  if (state.kind === 'starting') return <Start />;
  if (state.kind === 'in') {
    const { role } = state.session;
    // An expired password comes first; its gate is part of `SignedIn`.
    const mustEnroll = role.mustAddFactor && role.status === 0 && !role.actingAs;
    return <Suspense fallback={<Start />}>{mustEnroll ? <EnrollFirst /> : <SignedIn />}</Suspense>;
  }
  return (
    <Navigate to={pathTo('/login/:m?', state.why === 'idle' ? { m: 'idle' } : {})} replace state={{ from: pathname + search }} />
  );
}

export const router = createBrowserRouter([
  {
    errorElement: <ScreenBroken what="Jobdock" />,
    HydrateFallback: Start,
    children: screens.filter(({ audience }) => audience === 'public').flatMap(routesOf),
  },
  {
    element: <Gate />,
    errorElement: <ScreenBroken what="Jobdock" />,
    HydrateFallback: Start,
    children: [
      ...screens.filter(({ audience }) => audience !== 'public').flatMap(routesOf),
      { path: '*', element: <NoSuchScreen /> },
    ],
  },
]);

function ScreenBroken({ what }: { what: string }) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NoSuchScreen />;
  return <Broken what={what} error={error} retry={() => window.location.reload()} />;
}

function NoSuchScreen() {
  return (
    <EmptyState kind="no-match" title="Page not found">
      <Link to={pathTo('/dashboard')}>Go to the dashboard</Link>
    </EmptyState>
  );
}
