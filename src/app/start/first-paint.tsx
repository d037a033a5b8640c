import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { SessionFrame } from '#src/features/people/auth/session-frame.tsx';
import { SignInFields } from '#src/features/people/auth/sign-in-fields.tsx';
import { theme } from '#src/ui/theme/theme.ts';

/** The sign-in page as HTML. The build writes it into `index.html`, so that it shows before any script has loaded. */
export const firstPaint = (): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <SessionFrame title="Sign in">
        <div className="form">
          <SignInFields state="idle" />
        </div>
      </SessionFrame>
    </MantineProvider>,
  );
