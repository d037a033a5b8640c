import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useIdentityQuestion } from '#src/entities/session/confirm-identity.ts';
import { QuestionHost } from '#src/ui/ask/ask.tsx';
import { useHotkeyListener } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { ErrorBoundary } from '#src/ui/page/error-boundary.tsx';
import { keepInstallOffer } from '#src/ui/pwa/install-prompt.ts';
import { watchVersions } from '#src/ui/pwa/new-version.ts';
import { theme } from '#src/ui/theme/theme.ts';
import { TooltipHost } from '#src/ui/tooltip/tooltip-host.tsx';
import { router } from './router.tsx';
import { SessionProvider } from './session/session-provider.tsx';
import { keepLongWork } from './start/keep-long-work.ts';
import { keepNotices } from './start/keep-notices.ts';

const ConfirmIdentity = lazy(() =>
  import('#src/features/people/second-factor/confirm-identity.tsx').then((m) => ({ default: m.ConfirmIdentity })),
);

/** The dialog that confirms who uses the page. Its code loads when it is first needed. */
function IdentityHost() {
  return useIdentityQuestion() ? (
    <Suspense>
      <ConfirmIdentity />
    </Suspense>
  ) : null;
}

/** The app. The build's style sheet contains the theme's variables, so Mantine writes none here. */
export function App() {
  useHotkeyListener();
  useEffect(() => {
    keepInstallOffer();
    if (import.meta.env.PROD) watchVersions();
    const stops = [keepNotices(), keepLongWork()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <ErrorBoundary what="Jobdock">
        <SessionProvider>
          <RouterProvider router={router} />
          <IdentityHost />
        </SessionProvider>
        <QuestionHost />
      </ErrorBoundary>
      <Notifications
        className="toasts"
        position="bottom-left"
        limit={3}
        containerWidth={380}
        zIndex={500}
        transitionDuration={120}
      />
      <TooltipHost />
    </MantineProvider>
  );
}
