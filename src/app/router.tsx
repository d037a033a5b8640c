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
import { mayOpen } from './screens/may-open.ts';
import { type Route, type RouteId, routes } from './screens/routes.ts';
import { screens } from './screens/screens.ts';
import { Start } from './start/start.tsx';

const all: readonly Route[] = routes;

/** Frame and local data are code of their own: signing in does not wait for them. */
const loadSignedIn = () => import('./shell/signed-in.tsx');
const SignedIn = lazy(() => loadSignedIn().then((m) => ({ default: m.SignedIn })));

/** Fetches the frame beside the question who this is. */
export const prefetchSignedIn = (): void => void loadSignedIn().catch(() => undefined);

/** Router routes of one screen: one per documented pattern. */
function routesOf(route: Route): RouteObject[] {
  const id = route.id as RouteId;
  return route.at.map((path) => ({
    path,
    lazy: async () => ({ Component: screened(route, (await screens[id]()).Component) }),
    errorElement: <ScreenBroken what={route.title} />,
  }));
}

/** A screen that this person may not open says so, instead of failing at its first call. */
function screened(route: Route, Screen: React.ComponentType): React.ComponentType {
  if (route.for === 'public') return Screen;
  return function Screened() {
    const session = useSession();
    if (mayOpen(session, route)) return <Screen />;
    return (
      <EmptyState kind="no-right" title={`You don’t have access to ${route.title}`}>
        <p>Ask an administrator at {session.role.customername} for access.</p>
      </EmptyState>
    );
  };
}

/** Behind sign-in: waits for the session, sends to sign-in and back. */
function Gate() {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  if (state.kind === 'starting') return <Start />;
  if (state.kind === 'in') {
    return (
      <Suspense fallback={<Start />}>
        <SignedIn />
      </Suspense>
    );
  }
  return <Navigate to={state.why === 'idle' ? '/login/idle' : '/login'} replace state={{ from: pathname + search }} />;
}

export const router = createBrowserRouter([
  {
    errorElement: <ScreenBroken what="Jobdock" />,
    HydrateFallback: Start,
    children: all.filter((route) => route.for === 'public').flatMap(routesOf),
  },
  {
    element: <Gate />,
    errorElement: <ScreenBroken what="Jobdock" />,
    HydrateFallback: Start,
    children: [...all.filter((route) => route.for !== 'public').flatMap(routesOf), { path: '*', element: <NoSuchScreen /> }],
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
      <Link to="/dashboard">Go to the dashboard</Link>
    </EmptyState>
  );
}
